package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Cancel means cancelled")
final class CancellationTest extends Closing {
  @Test
  @DisplayName(
      "J9, C33 told: the server is told under its own id, stays, and the client hears no more")
  void aHealthyServerIsToldAndStays() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.begin("\"mine\"", "hang", "{}");
    rope.client().cancel("\"mine\"");

    var own = rope.upstreamCalls("hang").getFirst().at("id").raw();
    rope.awaitLog("cancelled", own::equals);
    rope.passGrace(Duration.ofSeconds(2));
    assertThat(rope.echo("still here")).isEqualTo("still here");
    assertThat(rope.answers("\"mine\"")).isEmpty();
    assertThat(rope.pids()).hasSize(1);
    assertThat(rope.stops()).containsExactly("told");
  }

  @Test
  @DisplayName("C33: without any grace a healthy server still gets time for a sign of life")
  void withoutGraceAHealthyServerStays() throws InterruptedException {
    var rope = opened(StdioHarness.over().with("cancel_grace", "0").initialized());
    // A server that has answered before does so in time.
    assertThat(rope.echo("a")).isEqualTo("a");
    rope.begin("1", "hang", "{}");
    rope.client().cancel("1");
    rope.passGrace(Duration.ofSeconds(1));
    assertThat(rope.echo("a")).isEqualTo("a");
    assertThat(rope.pids()).hasSize(1);
  }

  @Test
  @DisplayName("P7, C33 answered: an answer that comes too late is dropped")
  void aLateAnswerIsDropped() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.begin("1", "answer_after_cancel", "{\"ms\":0}");
    rope.client().cancel("1");
    rope.awaitLog("ended", "answer_after_cancel"::equals);
    // Its answer ends the wait; the clock need not move.
    rope.await(() -> rope.stops().size() == 1, () -> "not stopped");
    rope.settle();
    assertThat(rope.lateResults()).isEqualTo(1);

    assertThat(rope.answers("1")).isEmpty();
    assertThat(rope.stops()).containsExactly("answered");
    assertThat(rope.pids()).hasSize(1);
    assertThat(rope.reports()).isEmpty();
  }

  @Test
  @DisplayName("A cancellation for an unknown or finished request is nobody's")
  void anUnknownCancellationIsIgnored() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.send("1", "echo", "{\"text\":\"a\"}", "{}");
    rope.client().awaitResponse("1");
    for (var id : new String[] {"1", "99", "\"1\"", "null", "{}", "[1]", "1e3"}) {
      rope.client().cancel(id);
    }
    rope.client().notify("notifications/cancelled", "{}");
    rope.settle();
    assertThat(rope.got("notifications/cancelled")).isEmpty();
  }

  @Test
  @DisplayName("A cancellation means its own id only: 1 is not \"1\"")
  void aCancellationHitsOnlyItsOwnId() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.send("1", "sleep", "{\"ms\":600}", "{}");
    rope.begin("\"1\"", "hang_honouring_cancel", "{}");
    rope.client().cancel("\"1\"");
    rope.time().pass(Duration.ofMillis(600));
    assertThat(text(rope.client().awaitResponse("1"))).isEqualTo("slept");
    assertThat(rope.answers("\"1\"")).isEmpty();
  }

  @Test
  @DisplayName("MCP §cancellation: initialize is not cancelled")
  void initializeIsNotCancelled() throws InterruptedException {
    var rope = opened(StdioHarness.over("--slow-start", "400").start());
    rope.client().request("0", "initialize", "{\"protocolVersion\":\"2025-11-25\"}");
    rope.client().cancel("0");
    assertThat(rope.passUntilResponse("0").at("result").present()).isTrue();
  }

  @Test
  @DisplayName("What is only passed through is cancelled under the server's id too")
  void aPassedRequestIsCancelled() throws InterruptedException {
    var rope = opened(StdioHarness.over("--ignore-ping").initialized());
    rope.client().request("5", "ping", "{}");
    var own = rope.awaitUpstream("ping").at("id").raw();
    rope.client().cancel("5");
    rope.awaitLog("cancelled-unknown", own::equals);
    rope.client().call("echo", "{\"text\":\"a\"}");
    assertThat(rope.answers("5")).isEmpty();
    assertThat(rope.session().inFlight().all()).isEmpty();
  }

  @Test
  @DisplayName("P6: a call that was cancelled while its server was starting never reaches it")
  void aCallCancelledBeforeItsStartNeverReachesTheServer() throws InterruptedException {
    var rope =
        opened(StdioHarness.over("--crash-after-calls", "0", "--slow-start", "1500").start());
    rope.client().request("0", "initialize", "{\"protocolVersion\":\"2025-11-25\"}");
    rope.passUntilResponse("0");
    rope.client().call("echo", "{\"text\":\"this one crashes it\"}");
    rope.send("1", "echo", "{\"text\":\"cancelled\"}", "{}");
    rope.client().cancel("1");
    // The clock stands still until then, and so does the start.
    rope.await(() -> rope.stops().size() == 1, () -> "not stopped");
    rope.client().request("2", "tools/list", "{}");
    rope.passUntilResponse("2");

    assertThat(rope.pids()).as("it was started again meanwhile").hasSize(2);
    assertThat(rope.upstreamCalls("echo")).hasSize(1);
    assertThat(rope.got("notifications/cancelled")).isEmpty();
    assertThat(rope.answers("1")).isEmpty();
    assertThat(rope.stops()).containsExactly("not started");
  }
}
