package dev.belay.cli.command;

import dev.belay.access.ApiToken;
import dev.belay.cli.server.Serving.Provisions;
import dev.belay.cli.server.Serving.Reloading;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.observe.audit.AuditLog;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.inject.ProtectedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The servers of {@code belay serve}: the one described on its command line, or those of the
 * configuration, all of them unless some are named.
 *
 * @param servers the servers of {@code settings} that are served, in configuration order
 * @param ofCommandLine whether the command line describes the server
 * @param named names from the command line; empty for all servers
 * @param sources where the configuration was read from
 * @param samples Belay's sample tools, which may be one of the servers
 * @param withheld Belay's own files, which the sample tools do not use
 */
record ChosenServers(
    Settings settings,
    List<ServerSettings> servers,
    boolean ofCommandLine,
    List<String> named,
    Sources sources,
    SampleTools samples,
    ProtectedFiles withheld)
    implements Reloading {
  /**
   * Finds the servers, and reports errors and warnings of the configuration on standard error.
   *
   * @return null if the configuration is wrong
   */
  static @Nullable ChosenServers of(Said said, List<String> command, Shell shell)
      throws UsageException {
    var samples = SampleTools.of(said);
    var named = said.values("--server");
    if (ServerSpec.isDescribed(said, command)) {
      var only = ChosenServer.withAgents(said, command, shell);
      return only == null ? null : ofCommandLine(only, samples, said, command, shell);
    }
    var known = ChosenServer.configured(sources(said, command, null, shell, false));
    for (var name : named) {
      ChosenServer.requireServer(name, known);
    }
    var flagged = flagged(named, known);
    var sources = sources(said, command, flagged, shell, true).needing(Set.copyOf(named));
    var loaded = ChosenServer.told(samples.in(Config.load(sources)), shell);
    if (!(loaded instanceof Loaded.Good(Settings settings, var _))) {
      return null;
    }
    var servers = served(settings, named);
    if (servers.isEmpty()) {
      throw new UsageException(
          "no server; add its command after --, its address as --url, a configuration with"
              + " mcpServers, or --samples basic");
    }
    samples.requireUse(servers);
    return new ChosenServers(
            settings,
            servers,
            /* ofCommandLine= */ false,
            named,
            sources,
            samples,
            new ProtectedFiles())
        .protecting(settings);
  }

  private static @Nullable ChosenServers ofCommandLine(
      ChosenServer only, SampleTools samples, Said said, List<String> command, Shell shell)
      throws UsageException {
    var loaded = ChosenServer.told(samples.in(new Loaded.Good(only.settings(), List.of())), shell);
    if (!(loaded instanceof Loaded.Good(Settings settings, var _))) {
      return null;
    }
    var named = List.of(only.spec().name());
    var servers = served(settings, named);
    samples.requireUse(servers);
    var sources = sources(said, command, null, shell, true);
    return new ChosenServers(
            settings,
            servers,
            /* ofCommandLine= */ true,
            named,
            sources,
            samples,
            new ProtectedFiles())
        .protecting(settings);
  }

  private static List<ServerSettings> served(Settings settings, List<String> named) {
    return settings.servers().values().stream()
        .filter(server ->
            named.isEmpty() || named.contains(server.name()) || SampleTools.isMeantBy(server))
        .toList();
  }

  /**
   * Protects every file of Belay's own that these settings name. Files that earlier settings named
   * stay protected: an old secret is valid until it is changed.
   */
  private ChosenServers protecting(Settings now) {
    withheld.add(Config.files(sources));
    withheld.add(AuditLog.files(now.observability().audit()));
    var tokens = now.auth().tokens().file();
    withheld.add(tokens == null ? List.of() : List.of(Path.of(tokens)));
    try {
      var state = ApiToken.place(sources.environment()).getParent();
      withheld.add(state == null ? List.of() : List.of(state));
    } catch (IOException _) {
      // No directory for state, so no state to protect.
    }
    return this;
  }

  @Override
  public Set<Path> files() {
    return Config.files(sources);
  }

  @Override
  public Loaded load() {
    var loaded = Config.load(sources);
    if (loaded instanceof Loaded.Good(Settings changed, var _)) {
      var _ = protecting(changed);
    }
    // A file that has lost its servers is more likely a mistake than a request for samples.
    return servers.stream().anyMatch(SampleTools::isMeantBy) ? samples.in(loaded) : loaded;
  }

  @Override
  public List<ServerSettings> servers(Settings settings) {
    return served(settings, named);
  }

  /**
   * {@return the server that options of one server apply to; null if they set the defaults of
   * several}
   */
  private static @Nullable String flagged(List<String> named, @Nullable Set<String> known) {
    if (named.size() == 1) {
      return named.getFirst();
    }
    return named.isEmpty() && known != null && known.size() == 1 ? known.iterator().next() : null;
  }

  private static Sources sources(
      Said said, List<String> command, @Nullable String flagged, Shell shell, boolean withFlags)
      throws UsageException {
    return ServerSpec.sources(said, command, flagged, shell.environment(), withFlags);
  }

  /** {@return the servers as messages name them} */
  String served() {
    return servers.stream()
        .map(server ->
            SampleTools.isMeantBy(server)
                ? "the sample tools, which may " + samples.reach()
                : server.name())
        .collect(Collectors.joining(", "));
  }

  /** {@return the provisions of the servers, which announce sample tools once they are used} */
  Provisions provisions(Shell shell) {
    return provisions(shell, () -> samples.announce(shell));
  }

  /**
   * {@return the provisions of the servers}
   *
   * @param onSamples run when sample tools are about to be served
   */
  Provisions provisions(Shell shell, Runnable onSamples) {
    return new Provisions() {
      @Override
      public Map<String, String> environment(ServerSettings server) {
        return ChosenServer.environment(server, ofCommandLine, shell);
      }

      @Override
      public Tools tools(ServerSettings server) {
        onSamples.run();
        return samples.tools(withheld);
      }
    };
  }
}
