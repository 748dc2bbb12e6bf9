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
import dev.belay.gateway.config.Start;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The one server that a command is about: that of its command line, or one of the configuration.
 *
 * @param environment all that the server's process gets; empty for a server at a url
 */
record ChosenServer(Settings settings, ServerSettings spec, Map<String, String> environment) {
  /** Adds the options that choose a server, those of every server, and the {@code last}. */
  static CommandSpec options(CommandSpec spec, OptionSpec... last) {
    return ServerSpec.finish(
        spec.addOption(
                ServerSpec.text(
                        "--server", "NAME", "a server of the configuration; no -- CMD, no --url")
                    .build())
            .addOption(
                ServerSpec.text("--name", "NAME", "what to call the server in messages").build()),
        last);
  }

  /**
   * Finds the server that was named, and says on standard error what is odd or wrong about the
   * configuration.
   *
   * @return null if the configuration is wrong
   */
  static @Nullable ChosenServer of(Said said, List<String> command, Shell shell)
      throws UsageException {
    if (!ServerSpec.isDescribed(said, command) && named(said) == null) {
      throw new UsageException(
          "no server; add its command after --, its address as --url, or --server NAME for a"
              + " configured one");
    }
    return found(said, command, named(said), shell);
  }

  /** Finds it as {@link #of} does, or takes the only one of the configuration. */
  static @Nullable ChosenServer orOnlyOne(Said said, List<String> command, Shell shell)
      throws UsageException {
    if (ServerSpec.isDescribed(said, command) || named(said) != null) {
      return found(said, command, named(said), shell);
    }
    var servers = configured(ServerSpec.sources(said, command, null, shell.environment(), false));
    if (servers == null) {
      return found(said, command, null, shell);
    }
    if (servers.size() > 1) {
      throw new UsageException(
          "the configuration has several servers; say --server and one of "
              + String.join(", ", servers));
    }
    for (var only : servers) {
      return found(said, command, only, shell);
    }
    throw new UsageException(
        "no server; add its command after --, its address as --url, or a configuration with"
            + " mcpServers");
  }

  private static @Nullable String named(Said said) {
    return said.value("--server");
  }

  private static @Nullable ChosenServer found(
      Said said, List<String> command, @Nullable String configured, Shell shell)
      throws UsageException {
    if (configured != null) {
      if (ServerSpec.isDescribed(said, command)) {
        throw new UsageException(
            "--server and "
                + (command.isEmpty() ? "--url" : "-- CMD")
                + " both name a server; give one of them");
      }
      requireServer(
          configured,
          configured(ServerSpec.sources(said, command, null, shell.environment(), false)));
    }
    var sources = ServerSpec.sources(said, command, configured, shell.environment(), true);
    if (!(loaded(sources, shell) instanceof Loaded.Good(Settings settings, var _))) {
      return null;
    }
    var name = sources.wrapped() == null ? configured : sources.wrapped().name();
    var spec = name == null ? null : settings.servers().get(name);
    return spec == null
        ? null
        : new ChosenServer(settings, spec, environment(spec, configured == null, shell));
  }

  private static Map<String, String> environment(
      ServerSettings spec, boolean ofCommandLine, Shell shell) {
    return switch (spec.start()) {
      case Start.Command command ->
          ofCommandLine
              ? ChildEnvironment.forWrap(shell.environment(), command.env())
              : ChildEnvironment.forConfig(shell.environment(), command.env());
      case Start.Url _ -> Map.of();
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

  /** {@return the names of the servers there are; null if the configuration is wrong} */
  private static @Nullable Set<String> configured(Sources sources) {
    return Config.load(sources) instanceof Loaded.Good(Settings settings, var _)
        ? settings.servers().keySet()
        : null;
  }

  /** Flags of a server that does not exist would be called unknown keys; its name is what is. */
  private static void requireServer(String name, @Nullable Set<String> servers)
      throws UsageException {
    if (servers != null && !servers.contains(name)) {
      var nearest = Nearest.to(name, servers);
      throw new UsageException(
          "no server '"
              + name
              + "' in the configuration"
              + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
    }
  }

  /**
   * {@return the same for a person, who sees the time that passes: progress is the tool's alone}
   */
  ChosenServer withoutKeepAlive() {
    return new ChosenServer(
        new Settings(
            settings.mcp().withoutKeepAlive(),
            settings.http(),
            settings.servers(),
            settings.tools(),
            settings.origins()),
        spec,
        environment);
  }
}
