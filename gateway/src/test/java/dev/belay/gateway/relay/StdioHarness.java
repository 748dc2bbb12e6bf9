package dev.belay.gateway.relay;

import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.Sources;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Time;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.SessionSnapshot;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.StdioClient;
import dev.belay.process.spawn.Spawner;
import dev.belay.process.tree.Grace;
import dev.belay.testbed.fault.Gate;
import dev.belay.testbed.net.Pipe;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A whole governed server as {@code belay wrap} puts it together, with a scripted client at its one
 * end and a real process at the other.
 *
 * <p>Closing it fails if any process that it started is still alive.
 */
final class StdioHarness implements AutoCloseable {
  static final Duration LIMIT = ScriptedClient.LIMIT;
  private static final String MARK = "ROPE_TEST_MARK";
  static final Duration PAUSE = Duration.ofMillis(10);

  private final Time time = Time.system();
  private final String mark = UUID.randomUUID().toString();
  private final ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
  private final Path directory;
  private final Spawner spawner = Spawner.open(time);
  private final AtomicReference<Upstream> upstream = new AtomicReference<>();
  private final Relay relay;
  private final Governor governor;
  private final AtomicReference<ClientSession> session = new AtomicReference<>();
  private final StdioClient served;
  private final Pipe toBelay = new Pipe();
  private final Pipe fromBelay;
  private final ScriptedClient client;

  StdioHarness(Setup setup) throws InterruptedException {
    directory = setup.directory;
    fromBelay = setup.fromBelay;
    var loaded =
        Config.load(
            new Sources(directory, null, List.of(), Map.of(), setup.flags(), setup.wrapped()));
    if (!(loaded instanceof Loaded.Good(var settings, var _))) {
      throw new IllegalArgumentException(loaded.toString());
    }
    var spec = Objects.requireNonNull(settings.servers().get("faulty"));
    var environment = new HashMap<>(System.getenv());
    environment.put(MARK, mark);
    environment.putAll(setup.environment);
    governor = new Governor(GovernorOptions.system().withGrace(spec.cancelGrace()));
    relay =
        new Relay(
            settings,
            spec,
            governor,
            (listener, own) -> {
              var server =
                  new Server(
                      spec,
                      environment,
                      settings.mcp().maxLineBytes(),
                      spawner,
                      time,
                      new SessionSnapshot(),
                      listener,
                      reports::add,
                      _ -> {});
              upstream.set(own == null ? new Upstream(server) : new Upstream(server, own));
              return upstream.get();
            },
            Sharing.ONE_CLIENT,
            Neighbours.none().traced(setup.tracing),
            reports::add,
            time);
    relay.start();
    setup.awaitSession();
    served =
        new StdioClient(
            "client",
            toBelay.in(),
            fromBelay.out(),
            setup.bounds.withLine(settings.mcp().maxLineBytes()),
            this::open,
            reports::add);
    served.start();
    client = ScriptedClient.over(fromBelay.in(), toBelay.out());
  }

  private ClientSession open(ClientLink link) {
    var opened = relay.open(link);
    session.set(opened);
    return opened;
  }

  /** What to start, and how. */
  static Setup over(String... options) {
    return new Setup().options(options);
  }

  ScriptedClient client() {
    return client;
  }

  ClientSession session() {
    return session.get();
  }

  /** {@return whether the client has left, and its calls are cancelled} */
  CompletableFuture<Void> ended() {
    return served.ended().toCompletableFuture();
  }

  Governor governor() {
    return governor;
  }

  Upstream upstream() {
    return upstream.get();
  }

  Pipe fromBelay() {
    return fromBelay;
  }

  /** Opens the newest legacy session, as nearly every client does. */
  StdioHarness initialized() throws InterruptedException {
    client.initialize("2025-11-25");
    return this;
  }

  List<String> reports() {
    return List.copyOf(reports);
  }

  /** {@return what the servers did, line by line, over all restarts} */
  List<String> log() {
    try {
      var file = directory.resolve("log");
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> log(String event) {
    return log().stream()
        .filter(line -> line.startsWith(event + " "))
        .map(line -> line.substring(event.length() + 1))
        .toList();
  }

  /** {@return the messages that the servers got} */
  List<Json> upstreamGot(String method) {
    return log("recv").stream()
        .filter(line -> line.startsWith("{"))
        .map(Json::parse)
        .filter(message -> message.at("method").text().equals(method))
        .toList();
  }

  /** {@return the tool calls that the servers got, by the name of the tool} */
  List<Json> upstreamCalls(String tool) {
    return upstreamGot("tools/call").stream()
        .filter(message -> message.at("params", "name").text().equals(tool))
        .toList();
  }

  List<Long> pids() {
    return log("pid").stream().map(Long::parseLong).toList();
  }

  List<Long> spawned() {
    return log("spawned").stream().map(Long::parseLong).toList();
  }

  String awaitLog(String event, Predicate<String> wanted) throws InterruptedException {
    return awaitLog(event, wanted, 1).getLast();
  }

  /** Waits until the servers have noted {@code count} such lines. */
  List<String> awaitLog(String event, Predicate<String> wanted, int count)
      throws InterruptedException {
    await(
        () -> log(event).stream().filter(wanted).count() >= count,
        () -> "no '" + event + "' that is wanted in " + log());
    return log(event).stream().filter(wanted).toList();
  }

  String awaitReport(String part) throws InterruptedException {
    await(
        () -> reports.stream().anyMatch(line -> line.contains(part)),
        () -> "nobody reported '" + part + "' but " + reports);
    return reports.stream().filter(line -> line.contains(part)).findFirst().orElseThrow();
  }

  /** Something to wait for. */
  interface Wanted {
    boolean isTrue() throws InterruptedException;
  }

  void await(Wanted wanted, Supplier<String> otherwise) throws InterruptedException {
    long begin = time.nanos();
    while (!wanted.isTrue()) {
      if (time.nanos() - begin > LIMIT.toNanos()) {
        throw new AssertionError(otherwise.get());
      }
      time.sleep(PAUSE);
    }
  }

  /** {@return a gate for a call of {@code sleep} or {@code progress}, closed} */
  Gate gate() {
    return new Gate(directory.resolve("gate"));
  }

  /** Sends a tool call under {@code id}, with its arguments and its {@code _meta} as JSON. */
  void send(String id, String tool, String arguments, String meta) {
    client.request(
        id,
        "tools/call",
        "{\"name\":%s,\"arguments\":%s,\"_meta\":%s}".formatted(Json.quote(tool), arguments, meta));
  }

  /** {@return how far stopping went, for each call that was stopped, in order (C33)} */
  List<String> stops() {
    return events().stream()
        .filter(CallEvent.Stopped.class::isInstance)
        .map(event -> ((CallEvent.Stopped) event).step())
        .toList();
  }

  /** {@return how often a result came after its call was settled (P7)} */
  long lateResults() {
    return events().stream().filter(CallEvent.LateResult.class::isInstance).count();
  }

  private List<CallEvent> events() {
    var events = new ArrayList<CallEvent>();
    var reader = governor.journal().readerFromOldest();
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      if (reading instanceof Journal.Entry entry) {
        events.add(entry.event());
      }
    }
    return events;
  }

  /** Waits until so many calls have been stopped, however far that went. */
  void awaitStopped(int count) throws InterruptedException {
    await(() -> stops().size() >= count, () -> "stopped only " + stops());
  }

  /** {@return the first request or notification of this method that a server got, once it has} */
  Json awaitUpstream(String method) throws InterruptedException {
    awaitLog("recv", line -> line.contains("\"method\":\"" + method + "\""));
    return upstreamGot(method).getFirst();
  }

  /**
   * Lets the clock by which the system dates processes go on, so that it tells two starts apart.
   */
  void awaitTick() throws InterruptedException {
    time.sleep(Duration.ofMillis(60));
  }

  /** {@return the first text of a tool's result, or the whole answer where there is none} */
  static String text(Json answer) {
    var content = answer.at("result", "content").items();
    return content.isEmpty() ? answer.raw() : content.getFirst().at("text").text();
  }

  static boolean isError(Json answer) {
    return answer.at("result", "isError").raw().equals("true");
  }

  /** {@return all that the client got under this id, spelled as JSON} */
  List<Json> answers(String id) {
    return client.received(
        message -> message.at("id").raw().equals(id) && !message.at("method").present());
  }

  /** {@return the progress that the client got under this token, spelled as JSON} */
  List<Json> progress(String token) {
    return client.received(message -> message.at("params", "progressToken").raw().equals(token));
  }

  /**
   * Has a question go all the way to the server and back, so that whatever either side had sent
   * before has arrived.
   */
  void settle() throws InterruptedException {
    client.ask("ping", "{}");
  }

  /** {@return what is alive of all that this rope started} */
  List<Long> alive() {
    return List.copyOf(LiveProcesses.aliveWithEnvironment(MARK, mark));
  }

  /** The client leaves, and Belay ends as the command does. */
  void leave() throws IOException, InterruptedException {
    client.closeStdin();
    ended().join();
    stop();
  }

  private void stop() throws InterruptedException {
    governor.close();
    relay.close(Grace.brisk());
    spawner.close();
  }

  @Override
  public void close() throws IOException {
    try {
      end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("cut off while closing", e);
    }
  }

  private void end() throws IOException, InterruptedException {
    fromBelay.open();
    toBelay.end();
    var strays = new ArrayList<>(spawned());
    stop();
    var _ = served.finish();
    client.close();
    strays.addAll(pids());
    LiveProcesses.awaitGone(strays);
    LiveProcesses.awaitGone(alive());
    try (var files = Files.list(directory)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
