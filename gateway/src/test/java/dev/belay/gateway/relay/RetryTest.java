package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.CallEvent;
import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C27: a call is made again where its server failed, and once more does no harm")
final class RetryTest extends Closing {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final String TWICE = "retry: { max_attempts: 2, on: [tool_error] }";
  private static final String THRICE = "retry: { max_attempts: 3, on: [tool_error] }";
  private static final String FAILED = "\"result\":{\"content\":[],\"isError\":true}";

  private final Puppet server =
      new Puppet(
          false,
          Puppet.tool("read", "{\"readOnlyHint\":true}")
              + ","
              + Puppet.tool("put", "{\"idempotentHint\":true}")
              + ","
              + Puppet.tool("add", "{}"));

  private final MultiClientHarness crowd =
      opened(MultiClientHarness.within(StdioHarness.over(), server));

  /** {@return a guest of tools with these settings, that has read their list} */
  private Guest guest(String tools) throws InterruptedException {
    crowd.reload("tools: { \"*\": { " + tools + " } }");
    var guest = crowd.legacy();
    guest.ask("tools/list", "{}").result();
    return guest;
  }

  /** Calls a tool, which says that it failed. */
  private Asked failed(Guest guest, String tool) throws InterruptedException {
    int before = server.calls().size();
    var asked = guest.call(tool, "{}");
    call(before + 1).answer(FAILED);
    return asked;
  }

  private Puppet.Came call(int number) throws InterruptedException {
    crowd.await("call " + number, () -> server.calls().size() >= number);
    return server.calls().get(number - 1);
  }

  private Call running() {
    return crowd.governor().directory().calls().iterator().next();
  }

  /** Lets the pause go by that a call takes, and no more, before its next attempt. */
  private void passPause(MultiClientHarness crowd) throws InterruptedException {
    crowd.await("a pause", () -> !crowd.events(CallEvent.Retrying.class).isEmpty());
    var pause = crowd.events(CallEvent.Retrying.class).getLast().pause();
    assertThat(server.calls().size()).as("not before the pause is over").isLessThan(2);
    crowd.time().pass(pause);
  }

  private void awaitAttempt(int attempt) throws InterruptedException {
    crowd.await("attempt " + attempt, () -> running().attempt() == attempt);
  }

  @Test
  @DisplayName("It is one call: attempts are seen in its state and in the journal")
  void attemptsAreSeen() throws InterruptedException {
    var asked = failed(guest(THRICE), "read");
    awaitAttempt(2);
    assertThat(running().snapshot().attempt()).isEqualTo(2);
    passPause(crowd);
    call(2).text("at last");
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
    var asked = failed(guest(TWICE), "put");
    passPause(crowd);
    call(2).answer(FAILED);
    assertThat(asked.result().at("isError").raw()).isEqualTo("true");
    assertThat(server.calls()).hasSize(2);
  }

  @Test
  @DisplayName("A tool that says neither is called once, unless configuration knows better")
  void whatMayDoHarmIsCalledOnce() throws InterruptedException {
    var guest = guest(THRICE);
    var first = failed(guest, "add");
    assertThat(first.result().at("isError").raw()).isEqualTo("true");
    crowd.reload(
        "tools: { add: { idempotent: true, retry: { max_attempts: 2, on: [tool_error] } } }");
    failed(guest, "add");
    awaitAttempt(2);
  }

  @Test
  @DisplayName("What is not named in retry.on is not a reason")
  void onlyNamedReasonsCount() throws InterruptedException {
    var asked = failed(guest("retry: { max_attempts: 3 }"), "read");
    assertThat(asked.result().at("isError").raw()).isEqualTo("true");
    assertThat(server.calls()).hasSize(1);
  }

  @Test
  @DisplayName("A call that is cancelled between two attempts is not made again")
  void neverAfterCancellation() throws InterruptedException {
    var guest = guest(THRICE);
    var asked = failed(guest, "read");
    awaitAttempt(2);
    running().cancel(Cause.USER, "");
    assertThat(asked.text()).startsWith("[CANCELLED]");
    crowd.await("its end", () -> crowd.governor().directory().calls().isEmpty());
    crowd.time().advance(Duration.ofMinutes(1));
    assertThat(guest.ask("2", "ping", "{}").result().raw()).isEqualTo("{}");
    assertThat(server.calls()).hasSize(1);
  }

  @Test
  @DisplayName("All attempts share the one limit: where a pause would outlast it, there is none")
  void attemptsShareTheLimit() throws InterruptedException {
    failed(guest("timeout: 90ms, " + THRICE), "read");
    crowd.await("its end", () -> crowd.events(CallEvent.Settled.class).size() == 1);
    assertThat(crowd.events(CallEvent.Retrying.class)).isEmpty();
    assertThat(server.calls()).hasSize(1);
  }

  @Test
  @DisplayName("A pause is no silence: the idle limit may be shorter")
  void aPauseIsNoSilence() throws InterruptedException {
    var asked = failed(guest("idle_timeout: 50ms, " + TWICE), "read");
    crowd.await("a held clock", () -> !crowd.events(CallEvent.Held.class).isEmpty());
    crowd.time().advance(Duration.ofMillis(60));
    passPause(crowd);
    call(2).text("at last");
    assertThat(asked.text()).isEqualTo("at last");
  }

  @Test
  @DisplayName("A server that ends in the middle of a call is started again, and asked once more")
  void aCrashIsAReason() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over("--crash-after-calls", "1")));
    crowd.reload("tools: { echo: { read_only: true, retry: { max_attempts: 2 } } }");
    var guest = crowd.legacy();
    guest.call("1", "echo", "{\"text\":\"one\"}").result();
    var second = guest.call("2", "echo", "{\"text\":\"two\"}");
    passPause(crowd);
    assertThat(second.text()).contains("two");
    assertThat(crowd.events(CallEvent.Retrying.class)).hasSize(1);
  }
}
