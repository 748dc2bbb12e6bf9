package dev.belay.observe.health;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Payload;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Simulation;
import dev.belay.core.turn.TurnCallPolicy;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Every request is counted by door and method, and passed on as it came")
class MeteredHostTest {
  private final Simulation simulation = new Simulation(1);
  private final Endpoints endpoints = new Endpoints(simulation);
  private final List<String> log = new ArrayList<>();

  /** A conversation that answers each request with a given action. */
  private record Answering(Consumer<ReplyTo> answer, List<String> log) implements Conversation {
    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      answer.accept(reply);
    }

    @Override
    public void onNotification(Envelope notification) {
      log.add("notification");
    }

    @Override
    public void onAnswer(Envelope response) {
      log.add("answer");
    }

    @Override
    public void onLeft(RequestId request) {
      log.add("left " + request);
    }

    @Override
    public void close() {
      log.add("closed");
    }
  }

  private record Client(String door) implements ClientLink {
    @Override
    public String principal() {
      return "local";
    }

    @Override
    public String id() {
      return "1";
    }

    @Override
    public boolean tell(byte[] message) {
      return true;
    }
  }

  /** Records the answer as words. */
  private final class Heard implements ReplyTo {
    @Override
    public void send(byte[] response) {
      log.add(new String(response, UTF_8));
    }

    @Override
    public void send(RequestId id, SharedResult result) {
      log.add("shared " + id);
    }

    @Override
    public void tooSoon(TooSoon refused) {
      log.add("too soon: " + refused.why());
    }

    @Override
    public void nothing() {
      log.add("nothing");
    }

    @Override
    public boolean tell(byte[] message) {
      log.add("told");
      return true;
    }

    @Override
    public void progress(Object author, byte[] message) {
      log.add("progress");
    }

    @Override
    public void letGo() {
      log.add("let go");
    }
  }

  private static Envelope message(String json) {
    try {
      return Envelope.parse(json.getBytes(UTF_8), Bounds.DEFAULT);
    } catch (MalformedEnvelope e) {
      throw new IllegalArgumentException(e);
    }
  }

  private Conversation conversation(Consumer<ReplyTo> answer) {
    return new MeteredHost(_ -> new Answering(answer, log), endpoints, _ -> {})
        .open(new Client("/mcp"));
  }

  private void ask(String method, Consumer<ReplyTo> answer) {
    conversation(answer)
        .onRequest(
            message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}"), new Heard());
  }

  private EndpointFigures only() {
    assertThat(endpoints.summary(9).top()).hasSize(1);
    return endpoints.summary(9).top().getFirst();
  }

  @Test
  void aResultThatSpeaksOfErrorsIsNone() {
    var result = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"error\":\"not one\"}}";
    ask("tools/call", reply -> reply.send(result.getBytes(UTF_8)));
    assertThat(only()).isEqualTo(new EndpointFigures("mcp:/mcp tools/call", 1, 0, 0, 1, 0, 0));
    assertThat(log).containsExactly(result);
  }

  @Test
  @DisplayName("S4-18: a JSON-RPC error counts as one, whatever its HTTP status")
  void anErrorCounts() {
    var error = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"x\"}}";
    ask("tools/list", reply -> reply.send(error.getBytes(UTF_8)));
    assertThat(only().errors()).isEqualTo(1);
  }

  @Test
  @DisplayName("A result that others get too is counted, and passed on without being copied")
  void aSharedResult() {
    var result = SharedResult.of("{\"error\":\"not one\"}".getBytes(UTF_8));
    ask("tools/list", reply -> reply.send(RequestId.of(1), result));
    assertThat(only()).isEqualTo(new EndpointFigures("mcp:/mcp tools/list", 1, 0, 0, 1, 0, 0));
    assertThat(log).containsExactly("shared 1");
  }

  @Test
  void whatIsTakenBackHasEndedWell() {
    ask("ping", ReplyTo::nothing);
    assertThat(only()).isEqualTo(new EndpointFigures("mcp:/mcp ping", 1, 0, 0, 1, 0, 0));
  }

  @Test
  void madeUpMethodsAreCountedTogether() {
    ask("a/b", ReplyTo::nothing);
    ask("c/d", ReplyTo::nothing);
    assertThat(only().endpoint()).isEqualTo("mcp:/mcp other");
    assertThat(only().requests()).isEqualTo(2);
  }

  @Test
  void aBrokenHostLeavesNothingInFlight() {
    assertThatIllegalStateException()
        .isThrownBy(() ->
            ask(
                "ping",
                _ -> {
                  throw new IllegalStateException("a defect");
                }));
    assertThat(only().inFlight()).isZero();
  }

  @Test
  @DisplayName("A call that came too soon is told so by the door, and counts as an error")
  void tooSoon() {
    var call = message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}");
    ask("tools/call", reply -> reply.tooSoon(new TooSoon(call, "wait", Duration.ofSeconds(1))));
    assertThat(log).containsExactly("too soon: wait");
    assertThat(only().errors()).isEqualTo(1);
  }

  @Test
  void allElsePassesThrough() {
    ask(
        "ping",
        reply -> {
          var _ = reply.tell(new byte[0]);
          reply.progress("me", new byte[0]);
          reply.letGo();
        });
    var conversation = conversation(_ -> {});
    conversation.onNotification(message("{\"jsonrpc\":\"2.0\",\"method\":\"n\"}"));
    conversation.onAnswer(message("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"));
    conversation.onLeft(RequestId.of(7));
    conversation.close();
    assertThat(log)
        .containsExactly(
            "told", "progress", "let go", "notification", "answer", "left 7", "closed");
    assertThat(endpoints.summary(9).inFlight()).isEqualTo(1);
  }

  /** Terms of a call outside this test. */
  private enum NoTerms implements TurnCallPolicy {
    INSTANCE;

    @Override
    public Caller caller() {
      return Caller.LOCAL;
    }

    @Override
    public CallRequest on(CallRequest asked) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void started(Call call) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void refused(String reason) {
      throw new UnsupportedOperationException();
    }
  }

  /** Tools whose calls end on a signal. */
  private record Waiting(Governor governor, CountDownLatch mayEnd) implements ToolCalls {
    @Override
    public @Nullable CallPolicy policy(String tool) {
      return null;
    }

    @Override
    public void start(ToolCall call) {
      var nothing = new Payload("none", new byte[0]);
      var begun =
          governor.start(
              CallRequest.of(call.tool(), nothing),
              _ -> {
                mayEnd.await();
                return nothing;
              },
              _ -> {});
      call.onStart().accept(begun);
    }
  }

  private void start(ToolCalls calls, List<Call> started) {
    new MeteredCalls(calls, endpoints, log::add)
        .start(
            new ToolCall(
                "t",
                new byte[0],
                new Client("/api/turns"),
                NoTerms.INSTANCE,
                started::add,
                log::add));
  }

  @Test
  @DisplayName("S4-17: calls of turns are counted while they run, by the door of their turn")
  void aCallOfATurn() throws InterruptedException {
    try (var governor = new Governor(GovernorOptions.of(new HandTime()))) {
      var started = new ArrayList<Call>();
      var mayEnd = new CountDownLatch(1);
      start(new Waiting(governor, mayEnd), started);
      assertThat(only().endpoint()).isEqualTo("mcp:/api/turns tools/call");
      assertThat(only().inFlight()).isEqualTo(1);
      mayEnd.countDown();
      var _ = started.getFirst().join();
      assertThat(only().inFlight()).isZero();
      assertThat(only().errors()).isZero();
      assertThat(log).containsExactly("tools/call");
    }
  }

  @Test
  @DisplayName("S4-17: a call of a turn that is refused counts as an error")
  void aRefusedCallOfATurn() {
    start(ToolCalls.NONE, new ArrayList<>());
    assertThat(only().errors()).isEqualTo(1);
    assertThat(log).containsExactly("tools/call", "Unknown tool: t");
  }
}
