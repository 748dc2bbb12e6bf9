package dev.belay.gateway.relay;

import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.config.Sources.Flag;
import dev.belay.config.Sources.Wrapped;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.gateway.call.Tracing;
import dev.belay.gateway.upstream.Report;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.UpstreamListener;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.stdio.StdioBounds;
import dev.belay.testbed.net.Pipe;
import dev.belay.testbed.process.LiveProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a rope is to be: the server, its settings, its ends. */
final class Setup {
  final Path directory;
  final Launcher launcher;
  private final List<String> options = new ArrayList<>();
  private final Map<String, String> mcp = new HashMap<>();
  private final Map<String, String> server = new HashMap<>();
  final Map<String, String> environment = new HashMap<>();
  final Pipe fromBelay = new Pipe();
  StdioBounds bounds = StdioBounds.DEFAULT;
  Tracing tracing = Tracing.NONE;
  @Nullable Time limits;
  private List<String> command = List.of();
  boolean hasJobs;
  private boolean configured;
  private Patience.Condition<RuntimeException> sessionAfter = () -> true;

  Setup(Launcher launcher) {
    this.launcher = launcher;
    try {
      directory = Files.createTempDirectory("rope");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Setup options(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  /** Has its calls go on as jobs once their clients would give up. */
  Setup withJobs() {
    hasJobs = true;
    return this;
  }

  /** What its calls are spans of. */
  Setup traced(Tracing by) {
    tracing = by;
    return this;
  }

  /** The clock of its calls, where that is not the one of all the rest. */
  Setup limits(Time clock) {
    limits = clock;
    return this;
  }

  /** A file of its own for the server, by the name of the option that takes it. */
  Setup file(String option, String name) {
    return options(option, directory.resolve(name).toString());
  }

  /** One of the server's settings. */
  Setup with(String key, String value) {
    server.put(key, value);
    return this;
  }

  /** One of the settings of {@code mcp}. */
  Setup mcp(String key, String value) {
    mcp.put(key, value);
    return this;
  }

  /** A belay.yaml. */
  Setup yaml(String text) {
    try {
      Files.writeString(directory.resolve("belay.yaml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  Setup environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Setup bounds(StdioBounds other) {
    bounds = other;
    return this;
  }

  /** Names the server in a belay.yaml, not on the command line. */
  Setup configured() {
    configured = true;
    return this;
  }

  /** Something else than a faulty server. */
  Setup command(String... other) {
    command = List.of(other);
    return this;
  }

  /** Each process of the server starts only while this file is there, and exits with 7 without. */
  Setup gatedBy(Path file) {
    return options("--start-while", file.toString());
  }

  /** Puts the session together only when this has come true. */
  Setup sessionAfter(Patience.Condition<RuntimeException> wanted) {
    sessionAfter = wanted;
    return this;
  }

  void awaitSession() throws InterruptedException {
    Patience.await(sessionAfter, () -> "the session was to wait in vain");
  }

  /** {@return the rope, with its process started} */
  StdioHarness start() throws InterruptedException {
    return new StdioHarness(this);
  }

  /** {@return the rope, with a legacy session open} */
  StdioHarness initialized() throws InterruptedException {
    return start().initialized();
  }

  /** {@return the server of the command line; null where a file names it} */
  @Nullable Wrapped wrapped() {
    if (command.isEmpty()) {
      command = launcher.command(serverOptions());
    }
    if (configured) {
      var words = command.stream().map(JsonString::quote).toList();
      yaml(
          "mcpServers: { faulty: { command: %s, args: %s } }"
              .formatted(words.getFirst(), words.subList(1, words.size())));
      return null;
    }
    return new Wrapped("faulty", command.getFirst(), command.subList(1, command.size()));
  }

  /** {@return the options of its faulty server} */
  List<String> serverOptions() {
    var all = new ArrayList<>(options);
    all.addAll(List.of("--log", directory.resolve("log").toString()));
    return all;
  }

  /** {@return what the server does} */
  ServerRecord record() {
    return new ServerRecord(directory.resolve("log"));
  }

  /** {@return settings from all of this, or from a server at {@code url}} */
  Settings load(@Nullable String url) {
    if (url != null) {
      yaml("mcpServers:\n  faulty:\n    url: " + url + "\n");
    }
    var sources =
        new Sources(
            directory, null, List.of(), environment, flags(), url == null ? wrapped() : null);
    var loaded = Config.load(sources);
    if (loaded instanceof Loaded.Good(var settings, var _)) {
      return settings;
    }
    throw new IllegalArgumentException(loaded.toString());
  }

  /** {@return a server of this setup} */
  Server server(
      Settings settings, ServerSettings spec, Time time, UpstreamListener listener, Report report) {
    var all = new HashMap<>(System.getenv());
    all.putAll(environment);
    return launcher.server(spec, all, settings.mcp().maxLineBytes(), time, listener, report);
  }

  /** Deletes its files, once its servers have ended. */
  void delete() throws IOException, InterruptedException {
    var pids = new ArrayList<>(record().pids("pid"));
    pids.addAll(record().pids("spawned"));
    launcher.end();
    LiveProcesses.awaitGone(pids);
    try (var files = Files.list(directory)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  List<Flag> flags() {
    var flags = new ArrayList<Flag>();
    mcp.forEach((key, value) -> flags.add(new Flag("mcp." + key, "mcp." + key, value)));
    server.forEach((key, value) ->
        flags.add(Flag.ofServer("--" + key.replace('_', '-'), "faulty", key, value)));
    return flags;
  }
}
