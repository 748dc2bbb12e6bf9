package dev.belay.cli.clients;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Servers of clients that are about to be added to {@code belay.yaml}. */
public final class ServersYaml {
  private static final Pattern BLOCK = Pattern.compile("mcpServers:[ \\t]*(?:#.*)?");

  /** Variables that an editor alone knows. */
  private static final Pattern OF_EDITORS =
      Pattern.compile(
          "\\$\\{(?:input:[^}]*|workspaceFolder(?:Basename)?|userHome|pathSeparator|/"
              + "|command:[^}]*|config:[^}]*)}");

  private static final Set<String> KNOWN =
      Set.of(
          "command",
          "args",
          "env",
          "cwd",
          "url",
          "httpUrl",
          "serverUrl",
          "type",
          "headers",
          "http_headers",
          "description",
          "disabled",
          "enabled");

  private final Path directory;
  private final Set<String> names;
  private final Map<String, List<String>> added = new LinkedHashMap<>();

  /** The same for people. */
  private final Map<String, List<String>> shown = new LinkedHashMap<>();

  private final Set<String> withSecrets = new TreeSet<>();
  private final Map<ServerEntry, String> chosen = new HashMap<>();

  /**
   * Creates it without servers.
   *
   * @param directory where {@code belay serve} will run
   * @param names the servers that are configured already
   */
  public ServersYaml(Path directory, Set<String> names) {
    this.directory = directory.toAbsolutePath().normalize();
    this.names = Set.copyOf(names);
  }

  /** {@return whether nothing is to be added} */
  public boolean isEmpty() {
    return added.isEmpty();
  }

  /** {@return the servers whose secrets stand in them, in place of references to variables} */
  public Set<String> withSecrets() {
    return Set.copyOf(withSecrets);
  }

  /** {@return keys of a server that mean nothing to Belay, and so are not taken over} */
  static Set<String> leftOut(ServerEntry entry) {
    var keys = new TreeSet<>(entry.keys());
    keys.removeAll(KNOWN);
    return keys;
  }

  String nameOf(ServerEntry entry) {
    return chosen.getOrDefault(entry, entry.name());
  }

  /** {@return why a server cannot be taken over; null if it was} */
  public @Nullable String take(ClientConfig config, ServerEntry entry) {
    var body = lines(entry, /* isForPeople= */ false);
    var foreign = OF_EDITORS.matcher(String.join("\n", body));
    if (foreign.find()) {
      return "it uses " + foreign.group() + ", which its client alone knows";
    }
    if (entry.keys().contains("envFile")) {
      return "it has an envFile; give its variables in env";
    }
    // Clients name as they like; a name of Belay's is part of those of tools.
    var plain = entry.name().replaceAll("[^A-Za-z0-9_-]+", "-");
    var name = plain;
    for (int count = 1; isOther(name, body); count++) {
      name = plain + "-" + config.client().word() + (count == 1 ? "" : Integer.toString(count));
    }
    added.put(name, body);
    shown.put(name, lines(entry, /* isForPeople= */ true));
    if (LiteralSecrets.isAnyIn(entry)) {
      withSecrets.add(name);
    }
    chosen.put(entry, name);
    return null;
  }

  /** {@return whether that name is another server's; the same one in two clients is one} */
  private boolean isOther(String name, List<String> body) {
    var same = added.get(name);
    return same == null ? names.contains(name) : !same.equals(body);
  }

  private List<String> lines(ServerEntry entry, boolean isForPeople) {
    var lines = new ArrayList<String>();
    switch (entry.how()) {
      case ServerEntry.How.Command(List<String> all, var _, var _) -> {
        var words = isForPeople ? LiteralSecrets.arguments(all) : all;
        lines.add("command: " + quoted(words.getFirst()));
        if (words.size() > 1) {
          lines.add(
              words.stream()
                  .skip(1)
                  .map(ServersYaml::quoted)
                  .collect(Collectors.joining(", ", "args: [", "]")));
        }
        map("env", entry.env(), isForPeople, lines);
        var cwd = cwd(entry);
        if (cwd != null) {
          lines.add("cwd: " + quoted(cwd));
        }
      }
      case ServerEntry.How.Url(String url) -> {
        lines.add("url: " + quoted(isForPeople ? LiteralSecrets.shown(url) : url));
        var type = entry.body() == null ? null : entry.body().text("type");
        if (type != null && type.equals("sse")) {
          lines.add("type: sse");
        }
        map("headers", entry.headers(), isForPeople, lines);
      }
      case ServerEntry.How.Odd _ -> {}
    }
    return lines;
  }

  /** {@return the directory in which a client would have started it, if it is another one} */
  private @Nullable String cwd(ServerEntry entry) {
    if (entry.cwd() != null) {
      return entry.cwd();
    }
    var project = entry.project();
    return project == null || Path.of(project).equals(directory) ? null : project;
  }

  private static void map(
      String key, Map<String, String> texts, boolean isForPeople, List<String> lines) {
    if (!texts.isEmpty()) {
      lines.add(key + ":");
      texts.forEach((name, text) -> {
        var value = isForPeople ? LiteralSecrets.shown(name, text) : text;
        lines.add("  " + quoted(name) + ": " + quoted(value));
      });
    }
  }

  /** JSON's strings are YAML's. */
  private static String quoted(String text) {
    return KnownClient.quoted(text);
  }

  /**
   * {@return the text of {@code belay.yaml} with these servers, and nothing else of it changed}
   *
   * @param before its present text; empty for none
   * @param diff takes the lines of the change
   * @throws NotUnderstood if its servers are written in a form that lines cannot be added to
   */
  public String in(String before, List<String> diff) throws NotUnderstood {
    var lineBreak = before.contains("\r\n") ? "\r\n" : "\n";
    var splices = new Splices(before);
    int at = 0;
    for (var line : before.split("(?<=\n)", -1)) {
      var written = line.stripTrailing();
      at += line.length();
      if (BLOCK.matcher(written).matches() && line.endsWith("\n")) {
        var indent = indent(before, at);
        splices.insert(at, servers(added, indent, lineBreak), servers(shown, indent, lineBreak));
        diff.addAll(splices.diff());
        return splices.after();
      }
      if (written.startsWith("mcpServers")
          || written.equals("...")
          || isSecond(written, at, line)) {
        throw new NotUnderstood("its servers are not in lines below mcpServers:");
      }
    }
    var gap = before.isEmpty() ? "" : before.endsWith("\n") ? lineBreak : lineBreak + lineBreak;
    var begin = gap + "mcpServers:" + lineBreak;
    splices.insert(
        before.length(),
        begin + servers(added, "  ", lineBreak),
        begin + servers(shown, "  ", lineBreak));
    diff.addAll(splices.diff());
    return splices.after();
  }

  /** {@return whether a second document begins here} */
  private static boolean isSecond(String written, int end, String line) {
    return written.equals("---") && end > line.length();
  }

  /** {@return how far the servers below are indented} */
  private static String indent(String text, int from) {
    for (var line : text.substring(from).lines().toList()) {
      var stripped = line.strip();
      if (!stripped.isEmpty() && !stripped.startsWith("#")) {
        var indent = line.substring(0, line.indexOf(stripped));
        return indent.isEmpty() ? "  " : indent;
      }
    }
    return "  ";
  }

  private static String servers(
      Map<String, List<String>> servers, String indent, String lineBreak) {
    var text = new StringBuilder();
    servers.forEach((name, lines) -> {
      text.append(indent).append(quoted(name)).append(":").append(lineBreak);
      for (var line : lines) {
        text.append(indent).append("  ").append(line).append(lineBreak);
      }
    });
    return text.toString();
  }
}
