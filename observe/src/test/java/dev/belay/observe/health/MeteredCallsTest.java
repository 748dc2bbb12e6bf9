package dev.belay.observe.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Payload;
import dev.belay.core.time.HandTime;
import dev.belay.core.turn.TurnCallPolicy;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.mcp.session.ClientLink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("S4-17: calls of turns are counted among the requests of clients")
@Timeout(60)
final class MeteredCallsTest {
  private final Endpoints endpoints = new Endpoints(new HandTime());
  private final List<String> log = new ArrayList<>();

  private record Client(String door) implements ClientLink {
    @Override
    public String principal() {
      return "local";
    }

    @Override
    public String id() {
      return "turn-1";
    }

    @Override
    public boolean tell(byte[] message) {
      return false;
    }
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

  private EndpointFigures only() {
    assertThat(endpoints.summary(9).top()).hasSize(1);
    return endpoints.summary(9).top().getFirst();
  }

  @Test
  @DisplayName("for as long as they run, by the door of their turn")
  void running() throws InterruptedException {
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
  @DisplayName("a refusal as an error")
  void refused() {
    start(ToolCalls.NONE, new ArrayList<>());
    assertThat(only().errors()).isEqualTo(1);
    assertThat(log).containsExactly("tools/call", "Unknown tool: t");
  }
}
