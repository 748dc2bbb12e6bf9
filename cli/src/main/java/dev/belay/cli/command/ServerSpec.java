package dev.belay.cli.command;

import dev.belay.cli.server.ServerName;
import dev.belay.cli.server.ServerOption;
import dev.belay.cli.shell.UsageException;
import dev.belay.gateway.config.Flag;
import dev.belay.gateway.config.Sources;
import dev.belay.gateway.config.Wrapped;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options that say where configuration is and how a server is to run. */
final class ServerSpec {
  private static final String URL_TEXT =
      "HTTP upstreams are not in this version; start a server of your own with -- CMD...";

  private ServerSpec() {}

  /** {@return a subcommand with these options and {@code --help}} */
  static CommandSpec begin(String name) {
    var spec = CommandSpec.create().name(name);
    spec.usageMessage().width(100).sortOptions(false).optionListHeading("%nOptions:%n");
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
    spec.addOption(text("--url", "URL", "").hidden(true).build());
    return spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("show this help").build());
  }

  /** {@return an option with one value} */
  static OptionSpec.Builder text(String name, String label, String about) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(String.class)
        // A percent sign would begin a format.
        .description(about.replace("%", "%%"));
  }

  /** {@return an option without a value} */
  static OptionSpec flag(String name, String about) {
    return OptionSpec.builder(name).type(boolean.class).description(about).build();
  }

  /**
   * {@return everything that configuration is read from}
   *
   * @param command of a server, after {@code --}; empty without
   * @param configured the server of a file that is meant; null without
   */
  static Sources sources(
      ParseResult said,
      List<String> command,
      @Nullable String configured,
      Map<String, String> environment)
      throws UsageException {
    if (said.hasMatchedOption("--url")) {
      throw new UsageException(URL_TEXT);
    }
    var name = said.<@Nullable String>matchedOptionValue("--name", null);
    Wrapped wrapped = command.isEmpty() ? null : ServerName.wrapped(name, command);
    var file = said.<@Nullable String>matchedOptionValue("--config", null);
    return new Sources(
        Path.of(""),
        file == null ? null : Path.of(file),
        said.matchedOptionValue("--mcp-config", List.<Path>of()),
        environment,
        flags(said, wrapped == null ? configured : wrapped.name()),
        wrapped);
  }

  private static List<Flag> flags(ParseResult said, @Nullable String server) throws UsageException {
    var flags = new ArrayList<Flag>();
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

  private static List<String> values(ParseResult said, ServerOption option) {
    if (!said.hasMatchedOption(option.option())) {
      return List.of();
    }
    return option == ServerOption.ENV
        ? said.matchedOptionValue(option.option(), List.<String>of())
        : List.of(said.matchedOptionValue(option.option(), ""));
  }
}
