package dev.belay.cli.command;

import dev.belay.cli.server.ServerName;
import dev.belay.cli.server.ServerOption;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.HttpSettings;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.config.Sources.Flag;
import dev.belay.config.Sources.Wrapped;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The options that say where configuration is and how a server is to run. */
final class ServerOptions {
  private static final String URL = "--url";
  private static final String HEADER = "--header";

  /** Nobody has to prove who they are; on loopback alone. */
  static final String NO_AUTH = "--no-auth";

  private ServerOptions() {}

  /** {@return whether the command line itself says what server is meant} */
  static boolean isDescribed(Said said, List<String> command) {
    return !command.isEmpty() || said.value(URL) != null;
  }

  /**
   * {@return everything that configuration is read from}
   *
   * @param command of a server, after {@code --}; empty without
   * @param configured the server of a file that is meant; null without
   * @param withFlags false to see what there is before it is known what flags are about
   */
  static Sources sources(
      Said said,
      List<String> command,
      @Nullable String configured,
      Map<String, String> environment,
      boolean withFlags)
      throws UsageException {
    var wrapped = described(said, command);
    var file = said.value("--config");
    return new Sources(
        Path.of(""),
        file == null ? null : Path.of(file),
        said.values("--mcp-config").stream().map(Path::of).toList(),
        environment,
        withFlags ? flags(said, wrapped == null ? configured : wrapped.name()) : List.of(),
        wrapped);
  }

  private static @Nullable Wrapped described(Said said, List<String> command)
      throws UsageException {
    var name = said.value("--name");
    var url = said.value(URL);
    if (url == null) {
      return command.isEmpty() ? null : ServerName.wrapped(name, command);
    }
    if (!command.isEmpty()) {
      throw new UsageException("--url and -- CMD both name a server; give one of them");
    }
    return Wrapped.atUrl(name == null ? ServerName.ofUrl(url) : name);
  }

  private static List<Flag> flags(Said said, @Nullable String server) throws UsageException {
    var flags = new ArrayList<>(HttpOption.flags(said));
    if (said.has(NO_AUTH)) {
      flags.add(new Flag(NO_AUTH, "auth.mode", "none"));
    }
    var url = said.value(URL);
    if (url != null && server != null) {
      flags.add(Flag.ofServer(URL, server, "url", url));
    }
    for (var header : said.values(HEADER)) {
      if (server == null) {
        throw new UsageException("option " + HEADER + " needs a server: " + URL + " URL");
      }
      flags.add(Flag.ofServer(HEADER, server, "headers", header));
    }
    for (var option : ServerOption.values()) {
      for (var value : values(said, option)) {
        if (server != null) {
          flags.add(option.of(server, value));
        } else if (option.isGlobal()) {
          flags.add(option.ofAll(value));
        } else {
          throw new UsageException("option " + option.option() + " needs a server: -- CMD...");
        }
      }
    }
    return flags;
  }

  private static List<String> values(Said said, ServerOption option) {
    var values = said.values(option.option());
    return option == ServerOption.ENV || values.isEmpty() ? values : List.of(values.getLast());
  }

  /** The settings of {@code http} as options, each named after its key. */
  static final class HttpOption {
    /** How many come first in the help: where to listen. */
    private static final int FIRST = 2;

    private HttpOption() {}

    /** {@return an option as it is typed, such as {@code --resume-for}} */
    static String name(Settings.Key key) {
      return "--" + key.path().substring(key.path().indexOf('.') + 1).replace('_', '-');
    }

    /** {@return the rows of a help page: where to listen, which many set, or all others} */
    static String rows(String part) {
      var keys = HttpSettings.keys();
      return (part.equals("listen") ? keys.subList(0, FIRST) : keys.subList(FIRST, keys.size()))
          .stream()
              .map(key -> row(name(key) + "=" + key.label(), key.about()))
              .collect(Collectors.joining());
    }

    private static String row(String typed, String about) {
      var lines = about.replaceAll("(.{1,68})( |$)", "$1\n" + " ".repeat(32)).strip();
      return typed.length() > 22
          ? "      %s%n%30s%s%n".formatted(typed, "", lines)
          : "      %-24s%s%n".formatted(typed, lines);
    }

    /** {@return those that were given} */
    static List<Flag> flags(Said said) {
      return HttpSettings.keys().stream()
          .filter(key -> said.value(name(key)) != null)
          .map(
              key -> new Flag(name(key), key.path(), Objects.requireNonNull(said.value(name(key)))))
          .toList();
    }
  }
}
