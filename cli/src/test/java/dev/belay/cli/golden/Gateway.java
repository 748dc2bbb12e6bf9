package dev.belay.cli.golden;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.testbed.conformance.ConformanceServers;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.fault.Gate;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A {@code belay serve} in this process, by the command line that a person types, with a folder of
 * its own for its configuration, its state and its servers.
 *
 * <p>Closing it ends it as Ctrl-C does, and fails if a process of its servers is left.
 */
final class Gateway implements AutoCloseable {
  static final String NEWEST_LEGACY = "2025-11-25";

  /** The script of a model that calls a tool once. */
  private static final String SCRIPT =
      """
      rules:
        - when: '^echo'
          steps:
            - say: One moment.
              call: [{ name: echo, input: { text: one } }]
            - say: 'It is {{result.0}}.'
      otherwise: { say: I hear you. }
      """;

  private final Path dir = Files.createTempDirectory("golden");
  private final FakeShell shell = new FakeShell().with("XDG_STATE_HOME", path("state"));
  private final List<ScriptedHttpClient> clients = new ArrayList<>();
  private final List<Gate> gates = new ArrayList<>();
  private @Nullable CompletableFuture<ExitCode> serving;
  private @Nullable URI base;

  private Gateway() throws IOException {}

  /** {@return a gateway that is not started yet} */
  static Gateway prepared() throws IOException {
    return new Gateway();
  }

  /** {@return the path of a file in its folder} */
  String path(String name) {
    return dir.resolve(name).toString();
  }

  /** Writes a file into its folder. Returns its path. */
  String file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text).toString();
  }

  /** Sets a variable of its environment. */
  Gateway with(String name, String value) {
    shell.with(name, value);
    return this;
  }

  /** {@return the members {@code command} and {@code args} of a server with a log of its own} */
  String faulty(String log, String... options) throws IOException {
    var all = new ArrayList<>(List.of("--log", path(log)));
    all.addAll(List.of(options));
    return command(faultyCommand(all.toArray(String[]::new)));
  }

  /** {@return the command of a faulty server, which names no JVM: how it is started may differ} */
  List<String> faultyCommand(String... options) throws IOException {
    var program = Path.of(path("faulty"));
    var words = FaultyServers.command().stream().map(word -> "'" + word + "'").toList();
    Files.writeString(program, "#!/bin/sh\nexec " + String.join(" ", words) + " \"$@\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    var all = new ArrayList<>(List.of(program.toString()));
    all.addAll(List.of(options));
    return all;
  }

  /** {@return the same of a server with everything that MCP has, in both eras} */
  String fixture() {
    return command(ConformanceServers.command("--era", "both"));
  }

  private static String command(List<String> words) {
    return "command: %s, args: %s"
        .formatted(
            Json.quote(words.getFirst()),
            words.stream().skip(1).map(Json::quote).collect(Collectors.joining(", ", "[", "]")));
  }

  /**
   * Serves with this {@code belay.yaml} at a free port.
   *
   * @param options further words of the command line
   */
  Gateway serve(String yaml, String... options) throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of("--port", "0", "--config", file("belay.yaml", yaml)));
    words.addAll(List.of(options));
    var now = shell.start("serve", words);
    base = shell.awaitListening().resolve("/");
    serving = now;
    return this;
  }

  /**
   * Serves with an agent that follows {@link #SCRIPT}, and with a server that has a log.
   *
   * <p>No list is late, however long the server takes to start: one that is late empties the cache
   * of lists, which is counted.
   *
   * @param settings further lines of its {@code belay.yaml}
   */
  void serveAgent(String settings) throws IOException, InterruptedException {
    file("script.yaml", SCRIPT);
    serve(
        """
        mcp: { workers: 16, tools_list: { cache_ttl_ms: 60000, wait_ms: 60000 } }
        %s\
        jobs: { store: memory }
        models: { m: { provider: scripted, script: script.yaml } }
        agents: { main: { model: m, instructions: You are main. } }
        tools:
          sleep: { job: always }
          state: { approval: person, approval_reason: it forgets }
        mcpServers:
          faulty: { on_ignored_cancel: tell, %s }
        """
            .formatted(settings, faulty("log", "--tools-file", ListedTools.file(this))));
  }

  URI base() {
    return Objects.requireNonNull(base);
  }

  URI mcp() {
    return base().resolve("/mcp");
  }

  /** {@return its log} */
  String log() {
    return shell.err();
  }

  /** {@return the token of its owner} */
  String token() throws IOException {
    return Files.readString(dir.resolve("state/belay/token")).strip();
  }

  /** {@return a client of its own routes, which sees all} */
  ScriptedHttpClient owner() throws IOException {
    return stranger().always("Authorization", "Bearer " + token());
  }

  /** {@return a client without a token and without a session} */
  ScriptedHttpClient stranger() {
    return kept(ScriptedHttpClient.legacy(mcp()));
  }

  ScriptedHttpClient modern() {
    return kept(ScriptedHttpClient.modern(mcp()));
  }

  /** {@return a client with a legacy session of this revision} */
  ScriptedHttpClient legacy(String revision, String capabilities) throws InterruptedException {
    var client = stranger();
    var _ = client.initialize(revision, capabilities);
    return client;
  }

  ScriptedHttpClient legacy() throws InterruptedException {
    return legacy(NEWEST_LEGACY, "{}");
  }

  private ScriptedHttpClient kept(ScriptedHttpClient client) {
    clients.add(client);
    return client;
  }

  /** Runs another command beside it. Returns what a terminal would show, and the exit code. */
  String belay(String... words) throws IOException, InterruptedException {
    var beside = new FakeShell().with("XDG_STATE_HOME", path("state")).with("HOME", path("home"));
    var all = new ArrayList<>(Arrays.asList(words).subList(1, words.length));
    boolean isClient = List.of("call", "tools").contains(words[0]);
    all.addAll(List.of("--url", (isClient ? mcp() : base()).toString()));
    var ended = beside.run(words[0], all);
    return "$ belay "
        + String.join(" ", words)
        + "\n"
        + beside.out()
        + (beside.out().isEmpty() || beside.out().endsWith("\n") ? "" : "\n")
        + beside.err().lines().map(line -> "2> " + line + "\n").collect(Collectors.joining())
        + (ended == ExitCode.OK ? "" : "exit " + ended.number() + "\n");
  }

  /** {@return a closed gate for a call of {@code sleep}} */
  Gate gate() {
    var gate = new Gate(dir.resolve("gate-" + gates.size()));
    gates.add(gate);
    return gate;
  }

  /** Waits until a server has logged so many lines that contain all of these texts. */
  void awaitLogged(String log, int count, String... parts)
      throws IOException, InterruptedException {
    Patience.await(
        () ->
            lines(log).stream()
                    .filter(line -> List.of(parts).stream().allMatch(line::contains))
                    .count()
                >= count,
        () -> "no line with " + List.of(parts) + " in " + lines(log));
  }

  /** {@return the lines of a file in its folder; none before it is there} */
  List<String> lines(String log) {
    try {
      var file = dir.resolve(log);
      return Files.exists(file)
          ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the normalizer of what it says} */
  Placeholders placeholders() throws IOException {
    var known = new Placeholders();
    for (var key : List.of("java.class.path", "jdk.module.path")) {
      for (var place : System.getProperty(key, "").split(File.pathSeparator, -1)) {
        if (!place.isEmpty()) {
          known.with(place, "<code>");
        }
      }
    }
    known
        .with(System.getenv("PATH"), "<path>") // before what may be a part of it
        .with(System.getProperty("java.home"), "<java>")
        .with(dir.toString(), "<dir>");
    if (base != null) {
      known.with("127.0.0.1:" + base.getPort(), "127.0.0.1:<port>").with(token(), "<token>");
    }
    return known;
  }

  /** Ends it as Ctrl-C does. */
  void stop() {
    var running = serving;
    if (running != null) {
      serving = null;
      shell.interrupt();
      if (running.join() != ExitCode.OK) {
        throw new AssertionError("belay serve failed: " + shell.err());
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      for (var client : clients) {
        client.close();
      }
      stop();
      LiveProcesses.awaitGone(LiveProcesses.aliveWithCommand(dir.toString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("cut off while closing", e);
    }
    try (var files = Files.walk(dir)) {
      for (var file : files.toList().reversed()) {
        Files.delete(file);
      }
    }
  }
}
