package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.isError;
import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallState;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("No call of an upstream hangs anyone: each ends at its limits, with a reason")
final class LimitsTest extends Closing {
  @Test
  @DisplayName("S0-11, C9, J2: silence ends a call with the idle text and the setting to turn")
  void silenceEndsACallWithTheIdleTextAndTheLever() throws InterruptedException {
    var rope = opened(StdioHarness.over().with("idle_timeout", "2").initialized());
    rope.begin("1", "hang_honouring_cancel", "{}");
    // No further: the server's sign of life is to come within the grace that begins then.
    rope.time().advance(Duration.ofSeconds(2));
    var answer = rope.client().awaitResponse("1");

    assertThat(isError(answer)).isTrue();
    assertThat(text(answer))
        .startsWith(
            "No progress for 2s (idle timeout). The call was of hang_honouring_cancel of the"
                + " server ")
        .contains(", which should send progress notifications during long work.")
        .doesNotContain("heartbeat()")
        .contains(" The server was told to stop. ")
        .contains("raise --idle-timeout, or pass _meta.timeout (milliseconds)");
    var call = rope.upstreamCalls("hang_honouring_cancel").getFirst();
    rope.awaitLog("cancelled", call.at("id").raw()::equals);
    assertThat(rope.echo("next")).isEqualTo("next");
    assertThat(rope.answers(answer.at("id").raw())).hasSize(1);
    assertThat(rope.pids()).as("it was healthy, so it stays (C33)").hasSize(1);
  }

  @Test
  @DisplayName("S0-35: a transport is told of a limit once the call runs, not while it waits")
  void aTransportIsToldOfTheLimitOnceTheCallRuns() throws InterruptedException {
    var server = new Puppet(false, Puppet.tool("slow", "{}"));
    var yaml = "tools: { slow: { concurrency: exclusive, scope: upstream, timeout: 9 } }";
    var crowd = opened(MultiClientHarness.within(StdioHarness.over().yaml(yaml), server));
    var guest = crowd.legacy();
    var first = guest.call("1", "slow", "{}");
    crowd.await("a running call", () -> server.calls().size() == 1);
    assertThat(first.limits()).containsExactly(Duration.ofSeconds(9));
    var second = guest.call("2", "slow", "{}");
    crowd.await(
        "a waiting call",
        () ->
            crowd.governor().directory().calls().stream()
                .anyMatch(call -> call.state() instanceof CallState.Waiting));
    assertThat(second.limits()).isEmpty();
    server.calls().getFirst().text("one");
    crowd.await("the next", () -> server.calls().size() == 2);
    assertThat(second.limits()).containsExactly(Duration.ofSeconds(9));
    server.calls().getLast().text("two");
    assertThat(second.text()).isEqualTo("two");
  }

  @Test
  @DisplayName("C9: with isolation: call the text says what was done to the call's own process")
  void theTextSaysWhatWasDone() throws InterruptedException {
    var rope =
        opened(
            StdioHarness.over()
                .with("idle_timeout", "0.4")
                .with("isolation", "call")
                .initialized());
    assertThat(text(rope.passCall("hang", "{}")))
        .contains(" Its process was stopped. If the call needs longer, raise ");
  }

  @Test
  @DisplayName("S0-13, P3: progress renews the idle limit for ever, and the total one never")
  void progressNeverExtendsTheTotalLimit() throws InterruptedException {
    var rope =
        opened(StdioHarness.over().with("idle_timeout", "5").with("timeout", "8").initialized());
    rope.send("1", "beat_forever", "{\"everyMs\":3000}", "{}");
    passProgress(rope, Duration.ofSeconds(3), "beat 1");
    passProgress(rope, Duration.ofSeconds(3), "beat 2");
    rope.time().advance(Duration.ofSeconds(2));
    var answer = rope.client().awaitResponse("1");

    assertThat(text(answer))
        .startsWith(
            "Tool exceeded wall-clock limit of 8s. The call was of beat_forever of the server")
        .contains(". Last progress: \"beat ")
        .contains("raise --timeout");
    rope.awaitLog("cancelled", _ -> true);
  }

  /** Lets time pass until the server's next progress, which Belay has received by then. */
  private static void passProgress(StdioHarness rope, Duration pause, String message)
      throws InterruptedException {
    rope.time().pass(pause);
    rope.await(
        () ->
            rope.governor().directory().calls().stream()
                .allMatch(call -> String.valueOf(call.lastWord()).contains(message)),
        () -> "no " + message);
  }

  @Test
  @DisplayName("S0-10: a call that reports progress outlives the idle limit, also without a token")
  void progressRenewsTheIdleLimitOfAClientWithoutAToken() throws InterruptedException {
    var rope = opened(StdioHarness.over().with("idle_timeout", "5").initialized());
    rope.send("7", "progress", "{\"steps\":3,\"everyMs\":3000}", "{}");
    for (int i = 1; i <= 3; i++) {
      passProgress(rope, Duration.ofSeconds(3), "step " + i + " of 3");
    }
    assertThat(text(rope.client().awaitResponse("7"))).isEqualTo("done");
    assertThat(rope.client().received(m -> m.at("method").text().contains("progress")))
        .as("no token, no progress (MCP §progress)")
        .isEmpty();
    var sent = rope.upstreamCalls("progress").getFirst();
    assertThat(sent.at("params", "_meta", "progressToken")).isEqualTo(sent.at("id"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"timeout", "_timeout"})
  @DisplayName("C28, S1-78: the caller's own wish shortens a call, and is not passed on")
  void aWishShortensACall(String key) throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.send("7", "hang_honouring_cancel", "{}", "{\"" + key + "\":2000,\"other\":1.50}");
    var answer = rope.passUntilResponse("7");

    assertThat(text(answer))
        .startsWith("No progress for 2s (idle timeout).")
        .contains("raise the _meta.timeout (milliseconds) of this call, up to --timeout");
    rope.awaitLog("call", "hang_honouring_cancel"::equals);
    var call = rope.upstreamCalls("hang_honouring_cancel").getFirst();
    assertThat(call.at("params", "_meta").raw())
        .isEqualTo("{\"progressToken\":" + call.at("id").raw() + ",\"other\":1.50}");
  }

  @Test
  @DisplayName("C28, J13: a wish lengthens a call beyond the idle limit, but not beyond the total")
  void aWishLengthensACallUpToTheCap() throws InterruptedException {
    var rope = opened(StdioHarness.over().with("idle_timeout", "0.3").initialized());
    rope.send("1", "sleep", "{\"ms\":700}", "{\"timeout\":60000}");
    rope.time().pass(Duration.ofMillis(700));
    assertThat(text(rope.client().awaitResponse("1"))).isEqualTo("slept");
    var capped =
        opened(
            StdioHarness.over().with("idle_timeout", "0.3").with("timeout", "1.2").initialized());
    capped.send("2", "hang_honouring_cancel", "{}", "{\"timeout\":60000}");
    assertThat(text(capped.passUntilResponse("2"))).startsWith("No progress for 1.2s");
  }

  @Test
  @DisplayName("C28: arguments reach the server byte for byte, and a tool's own timeout is its own")
  void argumentsAreUntouched() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    var arguments = "{ \"text\":\"\\u00e9/\\/\", \"timeout\" : 1, \"n\":1.0e+02, \"n\":[ ] }";
    rope.client().request("1", "tools/call", "{\"arguments\":" + arguments + ",\"name\":\"echo\"}");
    rope.client().awaitResponse("1");

    assertThat(rope.upstreamCalls("echo").getFirst().at("params", "arguments").raw())
        .isEqualTo(arguments);
  }
}
