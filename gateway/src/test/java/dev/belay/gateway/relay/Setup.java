package dev.belay.gateway.relay;

import dev.belay.config.Sources.Flag;
import dev.belay.config.Sources.Wrapped;
import dev.belay.core.time.Time;
import dev.belay.gateway.call.Tracing;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.stdio.StdioBounds;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.net.Pipe;
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
  private static final String GATED = "[ -e \"$0\" ] || exit 7; exec \"$@\"";

  final Path directory;
  private final List<String> options = new ArrayList<>();
  private final Map<String, String> mcp = new HashMap<>();
  private final Map<String, String> server = new HashMap<>();
  final Map<String, String> environment = new HashMap<>();
  final Pipe fromBelay = new Pipe();
  StdioBounds bounds = StdioBounds.DEFAULT;
  Tracing tracing = Tracing.NONE;
  private List<String> command = List.of();
  private @Nullable Path gate;
  boolean hasJobs;
  boolean hasLimitsByHand;
  private boolean configured;
  private StdioHarness.Wanted sessionAfter = () -> true;

  Setup() {
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

  /** Has limits of calls go by the clock that the test moves, as the relay does. */
  Setup limitsByHand() {
    hasLimitsByHand = true;
    return this;
  }

  /** What its calls are spans of. */
  Setup traced(Tracing by) {
    tracing = by;
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
    gate = file;
    return this;
  }

  /** Puts the session together only when this has come true. */
  Setup sessionAfter(StdioHarness.Wanted wanted) {
    sessionAfter = wanted;
    return this;
  }

  void awaitSession() throws InterruptedException {
    while (!sessionAfter.isTrue()) {
      Time.system().sleep(StdioHarness.PAUSE);
    }
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
      options("--log", directory.resolve("log").toString());
      command = gated(FaultyServers.command(options.toArray(String[]::new)));
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

  private List<String> gated(List<String> program) {
    if (gate == null) {
      return program;
    }
    var all = new ArrayList<>(List.of("/bin/sh", "-c", GATED, gate.toString()));
    all.addAll(program);
    return all;
  }

  List<Flag> flags() {
    var flags = new ArrayList<Flag>();
    mcp.forEach((key, value) -> flags.add(new Flag("mcp." + key, "mcp." + key, value)));
    server.forEach((key, value) ->
        flags.add(Flag.ofServer("--" + key.replace('_', '-'), "faulty", key, value)));
    return flags;
  }
}
