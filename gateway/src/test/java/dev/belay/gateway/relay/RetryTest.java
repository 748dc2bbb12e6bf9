package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.CallEvent;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C27: a call is made again where its server failed, and once more does no harm")
final class RetryTest extends Closing {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final String FAILED = "\"result\":{\"content\":[],\"isError\":true}";

  private final Puppet server =
      new Puppet(
          false,
          Puppet.tool("read", "{\"readOnlyHint\":true}")
              + ","
              + Puppet.tool("put", "{\"idempotentHint\":true}")
              + ","
              + Puppet.tool("add", "{}"));

  private MultiClientHarness crowd(String tools) {
    return MultiClientHarness.within(
        StdioHarness.over().yaml("tools: { \"*\": { " + tools + " } }"), server);
  }

  private static Guest guest(MultiClientHarness crowd) throws InterruptedException {
    var guest = crowd.legacy();
    guest.ask("99", "tools/list", "{}").result();
    return guest;
  }

  private Puppet.Came call(MultiClientHarness crowd, int number) throws InterruptedException {
    crowd.await("call " + number, () -> server.calls().size() >= number);
    return server.calls().get(number - 1);
  }

  private static Call running(MultiClientHarness crowd) {
    return crowd.governor().directory().calls().iterator().next();
  }

  /** Lets the pause go by that a call takes, and no more, before its next attempt. */
  private void passPause(MultiClientHarness crowd) throws InterruptedException {
    crowd.await("a pause", () -> !crowd.events(CallEvent.Retrying.class).isEmpty());
    var pause = crowd.events(CallEvent.Retrying.class).getLast().pause();
    assertThat(server.calls().size()).as("not before the pause is over").isLessThan(2);
    crowd.time().pass(pause);
  }

  private static void awaitAttempt(MultiClientHarness crowd, int attempt)
      throws InterruptedException {
    crowd.await("attempt " + attempt, () -> running(crowd).attempt() == attempt);
  }

  @Test
  @DisplayName("It is one call: attempts are seen in its state and in the journal")
  void attemptsAreSeen() throws InterruptedException {
    var crowd = opened(crowd("retry: { max_attempts: 3, on: [tool_error] }"));
    var asked = guest(crowd).call("1", "read", "{}");
    call(crowd, 1).answer(FAILED);
    awaitAttempt(crowd, 2);
    assertThat(running(crowd).snapshot().attempt()).isEqualTo(2);
    passPause(crowd);
    call(crowd, 2).text("at last");
    assertThat(asked.text()).isEqualTo("at last");
    assertThat(crowd.events(CallEvent.Retrying.class))
        .singleElement()
        .satisfies(event -> {
          assertThat(event.attempt()).isEqualTo(2);
          assertThat(event.reason()).isEqualTo("The tool said that it failed.");
          assertThat(event.pause()).isBetween(PAUSE.dividedBy(2), PAUSE);
        });
    assertThat(crowd.events(CallEvent.Accepted.class)).hasSize(1);
  }

  @Test
  @DisplayName("After the last attempt the failure is the answer")
  void attemptsEnd() throws InterruptedException {
    var crowd = opened(crowd("retry: { max_attempts: 2, on: [tool_error] }"));
    var asked = guest(crowd).call("1", "put", "{}");
    call(crowd, 1).answer(FAILED);
    passPause(crowd);
    call(crowd, 2).answer(FAILED);
    assertThat(asked.result().at("isError").raw()).isEqualTo("true");
    assertThat(server.calls()).hasSize(2);
  }

  @Test
  @DisplayName("A tool that says neither is called once, unless configuration knows better")
  void whatMayDoHarmIsCalledOnce() throws InterruptedException {
    var crowd = opened(crowd("retry: { max_attempts: 3, on: [tool_error] }"));
    var guest = guest(crowd);
    var first = guest.call("1", "add", "{}");
    call(crowd, 1).answer(FAILED);
    assertThat(first.result().at("isError").raw()).isEqualTo("true");
    crowd.reload(
        "tools: { add: { idempotent: true, retry: { max_attempts: 2, on: [tool_error] } } }");
    guest.call("2", "add", "{}");
    call(crowd, 2).answer(FAILED);
    awaitAttempt(crowd, 2);
  }

  @Test
  @DisplayName("What is not named in retry.on is not a reason")
  void onlyNamedReasonsCount() throws InterruptedException {
    var crowd = opened(crowd("retry: { max_attempts: 3 }"));
    var asked = guest(crowd).call("1", "read", "{}");
    call(crowd, 1).answer(FAILED);
    assertThat(asked.result().at("isError").raw()).isEqualTo("true");
    assertThat(server.calls()).hasSize(1);
  }

  @Test
  @DisplayName("A call that is cancelled between two attempts is not made again")
  void neverAfterCancellation() throws InterruptedException {
    var crowd = opened(crowd("retry: { max_attempts: 3, on: [tool_error] }"));
    var guest = guest(crowd);
    var asked = guest.call("1", "read", "{}");
    call(crowd, 1).answer(FAILED);
    awaitAttempt(crowd, 2);
    running(crowd).cancel(Cause.USER, "");
    assertThat(asked.text()).startsWith("[CANCELLED]");
    crowd.await("its end", () -> crowd.governor().directory().calls().isEmpty());
    crowd.time().advance(Duration.ofMinutes(1));
    assertThat(guest.ask("2", "ping", "{}").result().raw()).isEqualTo("{}");
    assertThat(server.calls()).hasSize(1);
  }

  @Test
  @DisplayName("All attempts share the one limit: where a pause would outlast it, there is none")
  void attemptsShareTheLimit() throws InterruptedException {
    var crowd = opened(crowd("timeout: 90ms, retry: { max_attempts: 3, on: [tool_error] }"));
    guest(crowd).call("1", "read", "{}");
    call(crowd, 1).answer(FAILED);
    crowd.await("its end", () -> crowd.events(CallEvent.Settled.class).size() == 1);
    assertThat(crowd.events(CallEvent.Retrying.class)).isEmpty();
    assertThat(server.calls()).hasSize(1);
  }

  @Test
  @DisplayName("A pause is no silence: the idle limit may be shorter")
  void aPauseIsNoSilence() throws InterruptedException {
    var crowd = opened(crowd("idle_timeout: 50ms, retry: { max_attempts: 2, on: [tool_error] }"));
    var asked = guest(crowd).call("1", "read", "{}");
    call(crowd, 1).answer(FAILED);
    crowd.await("a held clock", () -> !crowd.events(CallEvent.Held.class).isEmpty());
    crowd.time().advance(Duration.ofMillis(60));
    passPause(crowd);
    call(crowd, 2).text("at last");
    assertThat(asked.text()).isEqualTo("at last");
  }

  @Test
  @DisplayName("A server that ends in the middle of a call is started again, and asked once more")
  void aCrashIsAReason() throws InterruptedException {
    var setup =
        StdioHarness.over("--crash-after-calls", "1")
            .yaml("tools: { echo: { read_only: true, retry: { max_attempts: 2 } } }");
    var crowd = opened(MultiClientHarness.of(setup));
    var guest = crowd.legacy();
    guest.call("1", "echo", "{\"text\":\"one\"}").result();
    var second = guest.call("2", "echo", "{\"text\":\"two\"}");
    passPause(crowd);
    assertThat(second.text()).contains("two");
    assertThat(crowd.events(CallEvent.Retrying.class)).hasSize(1);
  }
}
