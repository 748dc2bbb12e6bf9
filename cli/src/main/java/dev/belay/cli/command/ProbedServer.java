package dev.belay.cli.command;

import dev.belay.cli.server.LoadTarget;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.ServerSettings;
import dev.belay.config.Start;
import dev.belay.probe.report.ReportFiles;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The server that a probe or a sweep measures. It is asked directly, since a gateway in between
 * would be measured as well.
 *
 * @param environment the whole environment of its process; empty for a server at a URL
 * @param base base of its other endpoints; null if it has none
 */
record ProbedServer(ServerSettings spec, Map<String, String> environment, @Nullable URI base) {
  private static final String BASE_URL = "--base-url";

  /** Adds the options that select the server. */
  static CommandSpec options(CommandSpec spec) {
    return spec.addOption(
            text(BASE_URL, "URL", "a server with /health; its endpoint is /mcp, or URL's own path"))
        .addOption(text("--url", "URL", "the endpoint of a server, as it is"))
        .addOption(text("--server", "NAME", "a server of the configuration; no -- CMD, no --url"))
        .addOption(text("--config", "FILE", "the configuration (belay.yaml here)"))
        .addOption(list("--mcp-config", "FILE", "a client's file with mcpServers; may be repeated"))
        .addOption(
            list("--header", "'NAME: VALUE'", "sent with every request; ${VAR} is a variable"))
        .addOption(list("--env", "NAME=VALUE", "a variable for the server's environment"))
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("show this help")
                .build());
  }

  private static OptionSpec text(String name, String label, String about) {
    return ServerSpec.text(name, label, about).build();
  }

  private static OptionSpec list(String name, String label, String about) {
    return ServerSpec.text(name, label, about)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .build();
  }

  /**
   * Finds the server, and reports what is wrong with the configuration on standard error.
   *
   * @return null if the configuration is wrong
   */
  static @Nullable ProbedServer of(Said said, List<String> command, Shell shell)
      throws UsageException {
    var typed = said.value(BASE_URL);
    var base = typed == null ? null : base(typed);
    if (base != null && said.value("--url") != null) {
      throw new UsageException("--base-url and --url both name a server; give one of them");
    }
    var chosen = ChosenServer.of(base == null ? said : withUrl(said, base), command, shell);
    return chosen == null
        ? null
        : new ProbedServer(
            chosen.spec(), chosen.environment(), base == null ? root(chosen.spec()) : base);
  }

  private static URI base(String text) throws UsageException {
    try {
      var url = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      if (url.getHost() != null) {
        return url;
      }
    } catch (URISyntaxException _) {
      // Reported below, like an address without a host.
    }
    throw new UsageException(
        "--base-url: expected an address such as http://127.0.0.1:3002, not '" + text + "'");
  }

  private static Said withUrl(Said said, URI base) {
    var path = base.getRawPath();
    var url = path == null || path.isEmpty() ? base + "/mcp" : base.toString();
    return option -> option.equals("--url") ? List.of(url) : said.values(option);
  }

  private static @Nullable URI root(ServerSettings spec) {
    return switch (spec.start()) {
      case Start.Url url -> url.uri().resolve("/");
      case Start.Command _, Start.Native _ -> null;
    };
  }

  /** {@return the address of another endpoint; null if there is none} */
  @Nullable URI endpoint(String path) {
    return base == null ? null : base.resolve(path);
  }

  /** {@return host and port, or the server's name, for report file names} */
  String place() {
    return switch (spec.start()) {
      case Start.Url url -> ReportFiles.place(url.uri());
      case Start.Command _, Start.Native _ -> ReportFiles.place(spec.name());
    };
  }

  /** {@return the headers that go with every request} */
  Map<String, String> headers() {
    return LoadTarget.headers(spec);
  }
}
