package dev.belay.gateway.relay;

import dev.belay.core.journal.CallEvent;
import dev.belay.core.time.Patience;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.StdioClient;
import dev.belay.process.tree.Grace;
import dev.belay.testbed.net.Pipe;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * A whole governed server as {@code belay wrap} puts it together, with a scripted client at its one
 * end and a server in this program at the other, which go by a clock that the test moves, or with
 * real processes in real time.
 */
final class StdioHarness extends GovernedServer {
  /** The time that passes between two looks for what only time brings. */
  private static final Duration STEP = Duration.ofMillis(100);

  private final Relay relay;
  private final AtomicReference<ClientSession> session = new AtomicReference<>();
  private final StdioClient served;
  private final Pipe toBelay = new Pipe();
  private final Pipe fromBelay;
  private final ScriptedClient client;
  private final AtomicInteger passed = new AtomicInteger();

  StdioHarness(Setup setup) throws InterruptedException {
    super(setup, /* url= */ null, setup.launcher::clock);
    fromBelay = setup.fromBelay;
    relay = relay(Sharing.ONE_CLIENT, Neighbours.none().traced(setup.tracing));
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
    return new Setup(Launcher.inMemory()).options(options);
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

  Upstream upstream() {
    return upstreams().getLast();
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
    return servers().lines();
  }

  /** {@return the tool calls that the servers got, by the name of the tool} */
  List<Json> upstreamCalls(String tool) {
    return got("tools/call").stream()
        .filter(message -> message.at("params", "name").text().equals(tool))
        .toList();
  }

  /** {@return the servers that were started, by their process; 0 for each in this program} */
  List<Long> pids() {
    return servers().pids("pid");
  }

  List<Long> spawned() {
    return servers().pids("spawned");
  }

  void await(Patience.Condition<RuntimeException> wanted, Supplier<String> otherwise)
      throws InterruptedException {
    Patience.await(wanted, otherwise);
  }

  /** Lets time pass until that holds; with processes real time does. */
  void pass(Patience.Condition<RuntimeException> wanted, Supplier<String> otherwise)
      throws InterruptedException {
    Patience.await(time(), STEP, wanted, otherwise);
  }

  /** Lets time pass until the client has its response. Returns it. */
  Json passUntilResponse(String id) throws InterruptedException {
    pass(() -> !answers(id).isEmpty(), () -> "no response to " + id);
    return answers(id).getFirst();
  }

  /** Calls a tool, and lets time pass until the client has its response. Returns it. */
  Json passCall(String tool, String arguments) throws InterruptedException {
    var id = "\"passed-" + passed.incrementAndGet() + "\"";
    send(id, tool, arguments, "{}");
    return passUntilResponse(id);
  }

  /** Sends a tool call under {@code id}, with its arguments and its {@code _meta} as JSON. */
  void send(String id, String tool, String arguments, String meta) {
    client.request(
        id,
        "tools/call",
        "{\"name\":%s,\"arguments\":%s,\"_meta\":%s}".formatted(Json.quote(tool), arguments, meta));
  }

  /** Sends a tool call, and waits until a server has begun one of that tool. */
  void begin(String id, String tool, String arguments) throws InterruptedException {
    send(id, tool, arguments, "{}");
    awaitLog("call", tool::equals);
  }

  /** Has a text come back from the tool {@code echo}. */
  String echo(String text) throws InterruptedException {
    return text(client.call("echo", "{\"text\":" + Json.quote(text) + "}"));
  }

  /** {@return how far stopping went, for each call that was stopped, in order (C33)} */
  List<String> stops() {
    return events(CallEvent.Stopped.class).stream().map(CallEvent.Stopped::step).toList();
  }

  /** {@return how often a result came after its call was settled (P7)} */
  long lateResults() {
    return events(CallEvent.LateResult.class).size();
  }

  /** Lets time pass until so many calls have been stopped, however far that went. */
  void awaitStopped(int count) throws InterruptedException {
    pass(() -> stops().size() >= count, () -> "stopped only " + stops());
  }

  /**
   * Has the whole grace of a cancelled call pass, but not before the server has given the sign of
   * life that it is asked for.
   */
  void passGrace(Duration grace) throws InterruptedException {
    awaitUpstream("ping");
    settle();
    time().pass(grace);
    await(() -> stops().size() == 1, () -> "stopped " + stops());
  }

  /** Lets time pass until so many servers have been started. */
  void passUntilStarts(int count) throws InterruptedException {
    pass(() -> pids().size() >= count, () -> "only " + pids().size() + " were started");
  }

  /** Lets time pass until so many servers in this program have ended. */
  void awaitEnded(int count) throws InterruptedException {
    pass(() -> log("exit").size() >= count, () -> "only " + log("exit").size() + " have ended");
  }

  /** Lets time pass until none of these processes is alive. */
  void passUntilGone(Collection<Long> pids) throws InterruptedException {
    pass(() -> pids.stream().noneMatch(LiveProcesses::isAlive), () -> "still alive: " + pids);
  }

  /** {@return the first request or notification of this method that a server got, once it has} */
  Json awaitUpstream(String method) throws InterruptedException {
    awaitLog("recv", line -> line.contains("\"method\":\"" + method + "\""));
    return got(method).getFirst();
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
    return setup.launcher.alive();
  }

  /** The client leaves, and Belay ends as the command does. */
  void leave() throws IOException, InterruptedException {
    client.closeStdin();
    ended().join();
    stop();
  }

  private void stop() throws InterruptedException {
    governor().close();
    relay.close(Grace.brisk());
  }

  @Override
  void end() throws IOException, InterruptedException {
    fromBelay.open();
    toBelay.end();
    stop();
    var _ = served.finish();
    client.close();
  }
}
