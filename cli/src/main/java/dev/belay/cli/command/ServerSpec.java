package dev.belay.cli.command;

import dev.belay.cli.server.ServerName;
import dev.belay.cli.server.ServerOption;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.Sources;
import dev.belay.config.Sources.Flag;
import dev.belay.config.Sources.Wrapped;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options that say where the configuration is and how a server runs. */
final class ServerSpec {
  private static final String URL = "--url";
  private static final String HEADER = "--header";

  /** Turns authentication off, on loopback only. */
  static final String NO_AUTH = "--no-auth";

  private ServerSpec() {}

  /** {@return a subcommand without options yet} */
  static CommandSpec begin(String name) {
    var spec = CommandSpec.create().name(name);
    spec.usageMessage()
        .width(100)
        .sortOptions(false)
        .parameterListHeading("%nParameters:%n")
        .optionListHeading("%nOptions:%n");
    return spec;
  }

  /** Adds these options, the {@code last} and {@code --help} behind those that {@code spec} has. */
  static CommandSpec finish(CommandSpec spec, OptionSpec... last) {
    for (var option : ServerOption.values()) {
      spec.addOption(
          text(option.option(), option.label(), option.about())
              .type(option == ServerOption.ENV ? List.class : String.class)
              .auxiliaryTypes(String.class)
              .build());
    }
    spec.addOption(text("--config", "FILE", "the configuration (belay.yaml here)").build());
    spec.addOption(
        text("--mcp-config", "FILE", "a client's file with mcpServers; may be repeated")
            .type(List.class)
            .auxiliaryTypes(Path.class)
            .build());
    spec.addOption(text(URL, "URL", "a server that runs already; no -- CMD").build());
    spec.addOption(
        text(
                HEADER,
                "'NAME: VALUE'",
                "sent to it with every request; ${VAR} is a variable; may be repeated")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .build());
    for (var option : last) {
      spec.addOption(option);
    }
    return spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("show this help").build());
  }

  /** {@return an option with one value} */
  static OptionSpec.Builder text(String name, String label, String about) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(String.class)
        // The library takes a single percent sign for a format.
        .description(about.replace("%", "%%"));
  }

  /** {@return an option without a value} */
  static OptionSpec flag(String name, String about) {
    return OptionSpec.builder(name).type(boolean.class).description(about).build();
  }

  /** {@return the option that turns authentication off} */
  static OptionSpec noAuth() {
    return flag(NO_AUTH, "serve without tokens, on loopback only");
  }

  /** {@return whether the command line describes a server} */
  static boolean isDescribed(Said said, List<String> command) {
    return !command.isEmpty() || said.value(URL) != null;
  }

  /**
   * {@return the sources of the configuration}
   *
   * @param command the server's own command line, after {@code --}; empty if there is none
   * @param configured name of the chosen server of a file; null if none is chosen
   * @param withFlags false to look for servers before it is known which one the flags apply to
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
}
