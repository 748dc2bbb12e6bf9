package dev.belay.cli.command;

import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.AgentSettings;
import dev.belay.config.AgentsSettings;
import dev.belay.config.Config;
import dev.belay.config.HttpSettings;
import dev.belay.config.Loaded;
import dev.belay.config.Loaded.Finding;
import dev.belay.config.Sources;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Options that select a running gateway. */
final class GatewayOptions {
  private static final String URL = "--url";
  private static final String CONFIG = "--config";

  /** Paths that people copy from a client's configuration. */
  private static final List<String> DOORS = List.of("/mcp", "/sse", "/");

  private GatewayOptions() {}

  /** Adds these options after those that {@code spec} has. */
  static CommandSpec finish(CommandSpec spec) {
    return spec.addOption(
            ServerSpec.text(URL, "URL", "where it listens (http.host and http.port)").build())
        .addOption(ServerSpec.text(CONFIG, "FILE", "the configuration (belay.yaml here)").build())
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("show this help")
                .build());
  }

  /** Takes any words, so that a mistake among them can be explained. */
  static void takeWords(CommandSpec spec, List<String> first) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .completionCandidates(first)
            .hidden(true)
            .build());
  }

  /** {@return the option to print again and again} */
  static OptionSpec watch() {
    return OptionSpec.builder("-w", "--watch")
        .type(boolean.class)
        .description("print again every second, until Ctrl-C")
        .build();
  }

  /** {@return the selected gateway, to which nothing has been sent yet} */
  static RunningGateway gateway(ParseResult said, Shell shell) throws UsageException {
    String url = said.matchedOptionValue(URL, null);
    return url == null
        ? RunningGateway.configured(configured(said, shell), shell.environment())
        : new RunningGateway(base(url), shell.environment());
  }

  /** {@return whether another gateway is chosen than the configured one} */
  static boolean isElsewhere(ParseResult said) {
    return said.hasMatchedOption(URL);
  }

  private static URI base(String url) throws UsageException {
    URI given;
    try {
      given = URI.create(url);
    } catch (IllegalArgumentException _) {
      throw new UsageException("option " + URL + ": '" + url + "' is no URL");
    }
    var scheme = given.getScheme();
    if (given.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
      throw new UsageException("option " + URL + " needs one such as http://127.0.0.1:3002");
    }
    var path = String.valueOf(given.getPath());
    if (!path.isEmpty() && !DOORS.contains(path)) {
      throw new UsageException("option " + URL + ": the URL of a belay serve has no path");
    }
    return URI.create(scheme + "://" + given.getRawAuthority());
  }

  /**
   * {@return the agents that the configuration here names; empty if it names none or cannot be
   * read, or if {@code --url} selects another gateway}
   */
  static List<String> agents(ParseResult said, Shell shell) {
    if (isElsewhere(said)
        || !(Config.load(sources(said, shell)) instanceof Loaded.Good(var settings, _))
        || settings.agents().agents().equals(AgentsSettings.defaults().agents())) {
      return List.of();
    }
    return settings.agents().agents().stream().map(AgentSettings::name).toList();
  }

  private static Sources sources(ParseResult said, Shell shell) {
    String file = said.matchedOptionValue(CONFIG, null);
    return new Sources(
        Path.of(""),
        file == null ? null : Path.of(file),
        List.of(),
        shell.environment(),
        List.of(),
        null);
  }

  private static URI configured(ParseResult said, Shell shell) throws UsageException {
    return switch (Config.load(sources(said, shell).withoutAgents())) {
      case Loaded.Good(var settings, _) -> address(settings.http());
      case Loaded.Bad(List<Finding> errors, _) ->
          throw new UsageException(
              told(errors, said.matchedOptionValue(CONFIG, null))
                  + " Or say where it listens: "
                  + URL);
    };
  }

  /** {@return the first error, the number of others, and the command that lists all} */
  private static String told(List<Finding> errors, @Nullable String file) {
    var first = errors.getFirst().toString();
    int more = errors.size() - 1;
    var check = "belay config check" + (file == null ? "" : " --config " + file);
    return first
        + (first.endsWith("?") ? "" : ".")
        + switch (more) {
          case 0 -> "";
          case 1 -> " There is 1 more error; " + check + " tells all.";
          default -> " There are " + more + " more errors; " + check + " tells all.";
        };
  }

  /** {@return where clients on this machine reach it} */
  static URI address(HttpSettings http) throws UsageException {
    if (http.port() == 0) {
      throw new UsageException("http.port is 0, which is any; say where it listens: " + URL);
    }
    var host =
        switch (http.host()) {
          // A gateway that listens on all addresses is reached on loopback.
          case "0.0.0.0" -> "127.0.0.1";
          case "::" -> "[::1]";
          case String other -> other.contains(":") ? "[" + other + "]" : other;
        };
    return URI.create("http://" + host + ":" + http.port());
  }
}
