package dev.belay.cli.command;

import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.config.Start;
import dev.belay.core.name.Nearest;
import dev.belay.process.spawn.ChildEnvironment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The one server that a command works with: described on its command line, or configured.
 *
 * @param environment the whole environment of the server's process; empty for a server at a URL
 */
record ChosenServer(Settings settings, ServerSettings spec, Map<String, String> environment) {
  /** Adds the options that choose a server, those of every server, and the {@code last}. */
  static CommandSpec options(CommandSpec spec, OptionSpec... last) {
    return options(
        spec,
        ServerSpec.text("--server", "NAME", "a server of the configuration; no -- CMD, no --url"),
        last);
  }

  /** Adds the same options, with {@code named} in place of {@code --server}. */
  static CommandSpec options(CommandSpec spec, OptionSpec.Builder named, OptionSpec... last) {
    return ServerSpec.finish(
        spec.addOption(named.build())
            .addOption(
                ServerSpec.text("--name", "NAME", "what to call the server in messages").build()),
        last);
  }

  /**
   * Finds the server, and reports errors and warnings of the configuration on standard error.
   *
   * @return null if the configuration is wrong
   */
  static @Nullable ChosenServer of(Said said, List<String> command, Shell shell)
      throws UsageException {
    var named = said.value("--server");
    return found(
        said,
        command,
        named == null && !ServerSpec.isDescribed(said, command) ? only(said, shell) : named,
        Sources::withoutAgents,
        shell);
  }

  /** {@return the same, with the agents of the configuration loaded too} */
  static @Nullable ChosenServer withAgents(Said said, List<String> command, Shell shell)
      throws UsageException {
    return found(said, command, said.value("--server"), sources -> sources, shell);
  }

  /** {@return the only configured server; one of several must be named} */
  private static String only(Said said, Shell shell) throws UsageException {
    var sources = ServerSpec.sources(said, List.of(), null, shell.environment(), false);
    var names = Config.servers(sources);
    if (names.isEmpty()) {
      throw new UsageException(
          "no server; add its command after --, its address as --url, or --server NAME for a"
              + " configured one");
    }
    if (names.size() > 1) {
      throw new UsageException(
          "which server? Add --server NAME; there are " + String.join(", ", names));
    }
    return names.iterator().next();
  }

  private static @Nullable ChosenServer found(
      Said said,
      List<String> command,
      @Nullable String configured,
      UnaryOperator<Sources> agents,
      Shell shell)
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
    var sources =
        agents.apply(
            ServerSpec.sources(said, command, configured, shell.environment(), true)
                .needing(configured == null ? Set.of() : Set.of(configured)));
    if (!(loaded(sources, shell) instanceof Loaded.Good(Settings settings, var _))) {
      return null;
    }
    var name = sources.wrapped() == null ? configured : sources.wrapped().name();
    var spec = name == null ? null : settings.servers().get(name);
    return spec == null
        ? null
        : new ChosenServer(settings, spec, environment(spec, configured == null, shell));
  }

  static Map<String, String> environment(ServerSettings spec, boolean ofCommandLine, Shell shell) {
    return switch (spec.start()) {
      case Start.Command command ->
          ofCommandLine
              ? ChildEnvironment.forWrap(shell.environment(), command.env())
              : ChildEnvironment.forConfig(shell.environment(), command.env());
      case Start.Url _, Start.Native _ -> Map.of();
    };
  }

  /** Loads {@code sources} and reports all findings on standard error. */
  static Loaded loaded(Sources sources, Shell shell) {
    return told(Config.load(sources), shell);
  }

  /** {@return {@code loaded}, with all its findings reported on standard error} */
  static Loaded told(Loaded loaded, Shell shell) {
    loaded.warnings().forEach(warning -> shell.say("belay: warning: " + warning));
    if (loaded instanceof Loaded.Bad bad) {
      bad.errors().forEach(error -> shell.say("belay: " + error));
    }
    return loaded;
  }

  /** {@return the names of the configured servers; null if an error hides them} */
  static @Nullable Set<String> configured(Sources sources) {
    var names = Config.servers(sources);
    return names.isEmpty() && Config.load(sources) instanceof Loaded.Bad ? null : names;
  }

  /**
   * Rejects an unknown server by its name; otherwise its flags would be reported as unknown keys.
   */
  static void requireServer(String name, @Nullable Set<String> servers) throws UsageException {
    if (servers != null && !servers.contains(name)) {
      var nearest = Nearest.to(name, servers);
      throw new UsageException(
          "no server '"
              + name
              + "' in the configuration"
              + (nearest == null ? "" : "; did you mean '" + nearest + "'?")
              + (nearest == null && !servers.isEmpty() ? "." : "")
              + (servers.isEmpty() ? "" : " There are: " + String.join(", ", servers)));
    }
  }

  /**
   * {@return the same without keep-alive notices: a person sees the elapsed time, and all progress
   * shown is the tool's own}
   */
  ChosenServer withoutKeepAlive() {
    return new ChosenServer(
        new Settings(
            settings.mcp().withoutKeepAlive(),
            settings.http(),
            settings.auth(),
            settings.observability(),
            settings.listing(),
            settings.turns(),
            settings.jobs(),
            settings.approval(),
            settings.agents(),
            settings.servers(),
            settings.tools(),
            settings.origins()),
        spec,
        environment);
  }
}
