package dev.belay.cli.serve;

import dev.belay.cli.server.GatewayServer;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.config.Settings;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testbed.fault.Gate;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A whole {@code belay serve} in this process, with raw clients.
 *
 * <p>Closing it fails if a process started by it is still alive.
 */
final class Served implements AutoCloseable {
  static final String NEWEST = "2025-11-25";

  private final Queue<ScriptedHttpClient> clients = new ConcurrentLinkedQueue<>();
  private final AtomicInteger names = new AtomicInteger();
  private final Queue<String> reports;
  private final String mark;
  private final Path directory;
  private final GatewayServer gateway;
  private final Time time;
  private final List<FaultyHttp> puppets;

  Served(
      GatewayServer gateway,
      Time time,
      Path directory,
      String mark,
      Queue<String> reports,
      List<FaultyHttp> puppets) {
    this.gateway = gateway;
    this.time = time;
    this.directory = directory;
    this.mark = mark;
    this.reports = reports;
    this.puppets = puppets;
  }

  /** A call of a tool that hangs until it is cancelled, with its id at the server. */
  record Hanging(HttpAnswer answer, String upstreamId) {}

  /** {@return the paths that it serves} */
  List<String> paths() {
    return gateway.paths();
  }

  /** {@return the paths with their methods} */
  List<String> listed() {
    return gateway.listed();
  }

  /** {@return the messages for a person} */
  List<String> reports() {
    return List.copyOf(reports);
  }

  /** {@return the environment of a terminal beside it} */
  Map<String, String> environment() {
    return Map.of("XDG_STATE_HOME", directory.resolve("state").toString());
  }

  /** Runs a subcommand that speaks to it, in a shell of its user. */
  ExitCode run(FakeShell shell, String command, String... words)
      throws IOException, InterruptedException {
    return ofUser(shell).run(command, here(words));
  }

  /** Runs it on a thread of its own. */
  CompletableFuture<ExitCode> start(FakeShell shell, String command, String... words) {
    return ofUser(shell).start(command, here(words));
  }

  private FakeShell ofUser(FakeShell shell) {
    environment().forEach(shell::with);
    return shell;
  }

  private List<String> here(String... words) {
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--url", url().toString()));
    return all;
  }

  URI url() {
    return URI.create(gateway.url());
  }

  /** {@return a client with its own legacy session} */
  ScriptedHttpClient legacy() throws InterruptedException {
    return legacy("{}");
  }

  /** {@return a client with a legacy session that declared these capabilities} */
  ScriptedHttpClient legacy(String capabilities) throws InterruptedException {
    var client = kept(ScriptedHttpClient.legacy(url()));
    client.initialize(NEWEST, capabilities);
    return client;
  }

  ScriptedHttpClient modern() {
    return kept(ScriptedHttpClient.modern(url()));
  }

  /** {@return a client of this era} */
  ScriptedHttpClient client(Era era) throws InterruptedException {
    return switch (era) {
      case LEGACY -> legacy();
      case MODERN -> modern();
    };
  }

  ScriptedHttpClient kept(ScriptedHttpClient client) {
    clients.add(client);
    return client;
  }

  /** Calls a tool under {@code id}; the arguments and the {@code _meta} are JSON. */
  static HttpAnswer call(
      ScriptedHttpClient client, String id, String tool, String arguments, String meta) {
    return client.request(
        id,
        "tools/call",
        "{\"name\":%s,\"arguments\":%s,\"_meta\":%s}".formatted(Json.quote(tool), arguments, meta));
  }

  /** Calls a tool under {@code id}; the arguments are JSON. */
  static HttpAnswer call(ScriptedHttpClient client, String id, String tool, String arguments) {
    return client.request(id, "tools/call", ScriptedClient.toolCall(tool, arguments));
  }

  /** Calls a tool that hangs until it is cancelled. Returns once the server runs it. */
  Hanging hang(ScriptedHttpClient client, String id) throws InterruptedException {
    var mark = "hanging-" + names.incrementAndGet() + "-";
    var answer = call(client, id, "hang_honouring_cancel", "{\"mark\":\"" + mark + "\"}");
    return new Hanging(answer, awaitRunning(mark));
  }

  /** {@return a closed gate for a call of {@code sleep}} */
  Gate gate() {
    return new Gate(directory.resolve("gate-" + names.incrementAndGet()));
  }

  /** {@return the first text of a tool's result, or the whole answer if it has none} */
  static String text(Json answer) {
    var content = answer.at("result", "content").items();
    return content.isEmpty() ? answer.raw() : content.getFirst().at("text").text();
  }

  static boolean isError(Json answer) {
    return answer.at("result", "isError").raw().equals("true");
  }

  /** {@return the servers' logs, over all restarts} */
  List<String> log() {
    return linesOf("log");
  }

  /** {@return the log of a server that was {@linkplain Serve#and added}} */
  List<String> logOf(String server, String event) {
    return noted(linesOf("log-of-" + server), event);
  }

  private List<String> linesOf(String name) {
    try {
      var file = directory.resolve(name);
      var bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
      var text = new String(bytes, StandardCharsets.UTF_8);
      // Of a line that is being written there may be a part.
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> log(String event) {
    return noted(log(), event);
  }

  private static List<String> noted(List<String> log, String event) {
    return log.stream()
        .filter(line -> line.startsWith(event + " "))
        .map(line -> line.substring(event.length() + 1))
        .toList();
  }

  /** {@return the servers' received messages of this method} */
  List<Json> upstreamGot(String method) {
    return log("recv").stream()
        .filter(line -> line.startsWith("{"))
        .map(Json::parse)
        .filter(message -> message.at("method").text().equals(method))
        .toList();
  }

  /** {@return the servers' received tool calls, by the name of the tool} */
  List<Json> upstreamCalls(String tool) {
    return upstreamGot("tools/call").stream()
        .filter(message -> message.at("params", "name").text().equals(tool))
        .toList();
  }

  /** Waits until the servers have logged {@code count} such lines. Returns them. */
  List<String> awaitLog(String event, Predicate<String> wanted, int count)
      throws InterruptedException {
    Patience.await(
        () -> log(event).stream().filter(wanted).count() >= count,
        () -> "no '" + event + "' that is wanted in " + log());
    return log(event).stream().filter(wanted).toList();
  }

  /** Waits until a server runs this tool for the {@code count}th time. */
  void awaitCalls(String tool, int count) throws InterruptedException {
    var _ = awaitLog("call", tool::equals, count);
  }

  /** {@return the id at the server of the call that contains that text, once it runs there} */
  String awaitRunning(String text) throws InterruptedException {
    Patience.await(() -> runs(text), () -> "no call with " + text + " runs: " + log());
    return upstreamGot("tools/call").stream()
        .filter(message -> message.raw().contains(text))
        .findFirst()
        .orElseThrow()
        .at("id")
        .raw();
  }

  /**
   * A server that logs a call after a message handles one at a time: the call belongs to that
   * message.
   */
  private boolean runs(String text) {
    return log().stream()
        .dropWhile(line -> !line.startsWith("recv ") || !line.contains(text))
        .anyMatch(line -> line.startsWith("call "));
  }

  /** Waits until the server has logged the cancellation of the call with this id there. */
  void awaitCancelled(String upstreamId) throws InterruptedException {
    var _ = awaitLog("cancelled", upstreamId::equals, 1);
  }

  void awaitReport(String part) throws InterruptedException {
    Patience.await(
        () -> reports.stream().anyMatch(line -> line.contains(part)),
        () -> "nobody reported '" + part + "' but " + reports);
  }

  /** Waits until the clock of process start times tells a new process from all earlier ones. */
  static void awaitTicks() throws InterruptedException {
    var begin = uptime();
    // A start is known to within two ticks of 10 ms.
    Patience.await(() -> uptime() > begin + 0.025, () -> "the system's clock stands at " + begin);
  }

  /** {@return how many seconds the system has run, in steps of a tick} */
  private static double uptime() {
    try {
      return Double.parseDouble(Files.readString(Path.of("/proc/uptime")).split(" ", 2)[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Long> pids() {
    return log("pid").stream().map(Long::parseLong).toList();
  }

  /** Applies another configuration, as after a change of its file. */
  void replace(Settings changed) {
    gateway.replace(changed, List.copyOf(changed.servers().values()));
  }

  /** {@return the live processes started by this gateway} */
  List<Long> alive() {
    return List.copyOf(LiveProcesses.aliveWithEnvironment(Serve.MARK, mark));
  }

  /** {@return the only file of pins} */
  Path pins() throws IOException {
    try (var files = Files.list(directory.resolve("state/belay/pins"))) {
      return files.filter(file -> file.toString().endsWith(".json")).findFirst().orElseThrow();
    }
  }

  /** The once-per-second work of {@code belay serve}. */
  void lookAtPins() {
    gateway.lookAtPins();
  }

  /** Ends it as a signal does. */
  void stop() throws InterruptedException {
    if (time instanceof HandTime hand) {
      stop(hand);
    } else {
      gateway.close();
    }
  }

  /**
   * Begins to shut down and lets the drain timeout pass. The clock then stands still, so the last
   * events are written however slow the machine is.
   *
   * @param drain the drain timeout; no other timer may have this delay
   */
  void outlast(Duration drain) throws InterruptedException {
    var _ = ending();
    ((HandTime) time).pass(drain);
  }

  private CompletableFuture<Void> ending() {
    return CompletableFuture.runAsync(() -> {
      try {
        gateway.close();
      } catch (InterruptedException e) {
        throw new CompletionException(e);
      }
    });
  }

  private void stop(HandTime hand) throws InterruptedException {
    var closing = ending();
    Patience.await(
        hand, Duration.ofSeconds(1), closing::isDone, () -> "it does not end: " + reports);
    closing.join();
  }

  @Override
  public void close() throws IOException {
    try {
      for (var client : clients) {
        client.close();
      }
      stop();
      for (var puppet : puppets) {
        puppet.close();
      }
      LiveProcesses.awaitGone(alive());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("cut off while closing", e);
    }
    try (var files = Files.walk(directory)) {
      for (var file : files.toList().reversed()) {
        Files.delete(file);
      }
    }
  }
}
