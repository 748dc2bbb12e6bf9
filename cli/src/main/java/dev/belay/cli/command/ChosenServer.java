package dev.belay.cli.command;

import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.gateway.config.ChildEnvironment;
import dev.belay.gateway.config.Config;
import dev.belay.gateway.config.Loaded;
import dev.belay.gateway.config.Nearest;
import dev.belay.gateway.config.ServerSettings;
import dev.belay.gateway.config.Settings;
import dev.belay.gateway.config.Sources;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The one server that a command starts: that of its command line, or one of the configuration.
 *
 * @param environment all that the server's process gets
 */
record ChosenServer(Settings settings, ServerSettings spec, Map<String, String> environment) {
  /** Adds the options that choose a server, and those of every server. */
  static CommandSpec options(CommandSpec spec) {
    return ServerSpec.finish(
        spec.addOption(
                ServerSpec.text("--server", "NAME", "a server of the configuration; no -- CMD")
                    .build())
            .addOption(
                ServerSpec.text("--name", "NAME", "what to call the server in messages").build()));
  }

  /**
   * Finds the server, and says on standard error what is odd or wrong about the configuration.
   *
   * @return null if the configuration is wrong
   */
  static @Nullable ChosenServer of(ParseResult said, List<String> command, Shell shell)
      throws UsageException {
    var configured = said.<@Nullable String>matchedOptionValue("--server", null);
    if (command.isEmpty() == (configured == null)) {
      throw new UsageException(
          configured == null
              ? "no server; add its command after --, or --server NAME for a configured one"
              : "--server and -- CMD both name a server; give one of them");
    }
    var environment = shell.environment();
    var sources = ServerSpec.sources(said, command, configured, environment);
    if (configured != null) {
      requireServer(configured, sources);
    }
    return switch (loaded(sources, shell)) {
      case Loaded.Good(Settings settings, var _) -> {
        var spec =
            sources.wrapped() == null
                ? settings.servers().get(configured)
                : settings.servers().get(sources.wrapped().name());
        yield spec == null
            ? null
            : new ChosenServer(
                withoutKeepAlive(settings),
                spec,
                configured == null
                    ? ChildEnvironment.forWrap(environment, spec.env())
                    : ChildEnvironment.forConfig(environment, spec.env()));
      }
      case Loaded.Bad _ -> null;
    };
  }

  /** {@return what loading gives, with all findings said on standard error} */
  static Loaded loaded(Sources sources, Shell shell) {
    var loaded = Config.load(sources);
    loaded.warnings().forEach(warning -> shell.err().println("belay: warning: " + warning));
    if (loaded instanceof Loaded.Bad bad) {
      bad.errors().forEach(error -> shell.err().println("belay: " + error));
    }
    return loaded;
  }

  /** Flags of a server that does not exist would be called unknown keys; its name is what is. */
  private static void requireServer(String name, Sources sources) throws UsageException {
    var withoutFlags =
        new Sources(
            sources.directory(),
            sources.file(),
            sources.clientFiles(),
            sources.environment(),
            List.of(),
            null);
    if (Config.load(withoutFlags) instanceof Loaded.Good(Settings settings, var _)
        && !settings.servers().containsKey(name)) {
      var nearest = Nearest.to(name, settings.servers().keySet());
      throw new UsageException(
          "no server '"
              + name
              + "' in the configuration"
              + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
    }
  }

  /** A person sees the time that passes; progress is to be the tool's own alone. */
  private static Settings withoutKeepAlive(Settings settings) {
    return new Settings(
        settings.mcp().withoutKeepAlive(),
        settings.http(),
        settings.servers(),
        settings.tools(),
        settings.origins());
  }
}
