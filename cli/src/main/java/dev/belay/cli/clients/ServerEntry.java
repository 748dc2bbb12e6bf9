package dev.belay.cli.clients;

import dev.belay.cli.clients.Node.Items;
import dev.belay.cli.clients.Node.Members;
import dev.belay.cli.clients.Node.Other;
import dev.belay.cli.clients.Node.Text;
import dev.belay.cli.shell.UsageException;
import dev.belay.cli.wrap.WrapArguments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A server in a client's file.
 *
 * @param project the directory for which it is configured there; null for the file as a whole
 * @param body its own members; null if it is no object
 * @param how how the client reaches it
 */
public record ServerEntry(String name, @Nullable String project, @Nullable Members body, How how) {
  private static final List<String> URLS = List.of("httpUrl", "url", "serverUrl");
  private static final Set<String> PROGRAMS =
      Set.of("belay", "belay.exe", "belay.cmd", "belay.bat", "belay-mcp");
  private static final String WRAP = "wrap";

  /** How a client reaches a server. */
  public sealed interface How {
    /**
     * By a command.
     *
     * @param isWrapped whether Belay governs it already; the words are those behind that
     * @param options the names of the options with which it does
     */
    record Command(List<String> words, boolean isWrapped, List<String> options) implements How {
      public Command {
        words = List.copyOf(words);
        options = List.copyOf(options);
      }
    }

    /** At a URL. */
    record Url(String url) implements How {}

    /** In a way that is left alone; {@code why} completes "is left as it is: ". */
    record Odd(String why) implements How {}
  }

  static ServerEntry of(String name, @Nullable String project, Node value) {
    return value instanceof Members body
        ? new ServerEntry(name, project, body, how(body))
        : new ServerEntry(name, project, null, new How.Odd("it is no object"));
  }

  private static How how(Members body) {
    var command = body.value("command");
    var url = URLS.stream().map(body::text).filter(text -> text != null).findFirst().orElse(null);
    var type = body.text("type");
    boolean isRemote = url != null && type != null && !type.equals("stdio");
    if (command == null || isRemote) {
      return url == null ? new How.Odd("it has no command and no url") : new How.Url(url);
    }
    if (url != null && type == null) {
      return new How.Odd("it has a command and a url");
    }
    var args = body.value("args");
    if (!(command instanceof Text(var program, _, _))
        || program.isBlank()
        || program.indexOf('\0') >= 0) {
      return new How.Odd("its command is no text");
    }
    var words = new ArrayList<>(List.of(program));
    if (args instanceof Items items && items.texts() != null) {
      words.addAll(items.texts());
    } else if (args != null
        && !(args instanceof Other(var written, _, _) && written.equals("null"))) {
      return new How.Odd("its args are no list of texts");
    } else if (args != null) {
      return new How.Odd("its args are null; leave them out");
    }
    if (words.size() == 1
        && program.chars().anyMatch(Character::isWhitespace)
        && !isFile(program)) {
      return new How.Odd(
          "its command is a whole line; a program goes into command, and each further word into"
              + " args");
    }
    if (words.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
      return new How.Odd("it has a character that no command can have");
    }
    return unwrapped(words);
  }

  private static boolean isFile(String program) {
    return program.contains("\\") || (program.contains("/") && Path.of(program).toFile().isFile());
  }

  private static How unwrapped(List<String> words) {
    int wrap = words.indexOf(WRAP);
    if (wrap < 1 || !isBelay(words.get(wrap - 1))) {
      return new How.Command(words, false, List.of());
    }
    var args = words.subList(wrap + 1, words.size());
    if (args.isEmpty() || args.equals(List.of("--"))) {
      return new How.Odd("belay wrap has no command behind it");
    }
    try {
      return switch (WrapArguments.parse(args)) {
        case WrapArguments.Help _ -> new How.Odd("belay wrap has no command behind it");
        case WrapArguments.Run run -> {
          int command = args.size() - 1 - run.server().args().size();
          yield new How.Command(
              args.subList(command, args.size()), true, options(args.subList(0, command)));
        }
      };
    } catch (UsageException e) {
      return new How.Odd("belay wrap refuses it: " + e.getMessage());
    }
  }

  /** {@return the names of options, without their values} */
  private static List<String> options(List<String> words) {
    var names = new ArrayList<String>();
    for (int at = 0; at < words.size() && !words.get(at).equals("--"); at++) {
      var word = words.get(at);
      int equals = word.indexOf('=');
      names.add(equals < 0 ? word : word.substring(0, equals));
      if (equals < 0) {
        at++;
      }
    }
    return names;
  }

  /** {@return whether a word of a command is Belay, by whichever path it is started} */
  private static boolean isBelay(String word) {
    int slash = Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\'));
    var name = word.substring(slash + 1);
    int version = name.indexOf('@');
    return PROGRAMS.contains(version < 0 ? name : name.substring(0, version));
  }

  /** {@return whether the client was told not to use it} */
  public boolean isOff() {
    return is("disabled", "true") || is("enabled", "false");
  }

  private boolean is(String key, String word) {
    return body != null
        && body.value(key) instanceof Other(var written, _, _)
        && written.equals(word);
  }

  /** {@return its variables, in their order; numbers and booleans as they are written} */
  public Map<String, String> env() {
    return texts("env");
  }

  /** {@return the headers of its requests} */
  public Map<String, String> headers() {
    var all = texts("headers");
    return all.isEmpty() ? texts("http_headers") : all;
  }

  /** {@return its working directory; null if none is given} */
  public @Nullable String cwd() {
    return body == null ? null : body.text("cwd");
  }

  /** {@return the names of its members} */
  List<String> keys() {
    return body == null ? List.of() : body.all().stream().map(Node.Member::name).toList();
  }

  private Map<String, String> texts(String name) {
    var texts = new LinkedHashMap<String, String>();
    if (body != null && body.value(name) instanceof Members members) {
      for (var member : members.all()) {
        switch (member.value()) {
          case Text text -> texts.put(member.name(), text.value());
          case Other other -> texts.put(member.name(), other.written());
          case Items _, Members _ -> {}
        }
      }
    }
    return texts;
  }
}
