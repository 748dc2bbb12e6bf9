package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallState;
import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.CallEvent;
import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import java.time.Duration;
import java.util.Comparator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C27: calls of a tool that reads and nothing else share their answers")
final class SharedAnswersTest extends Closing {
  private static final String READS = "{\"readOnlyHint\":true,\"idempotentHint\":true}";
  private static final String CACHED = "tools: { \"*\": { cache_ttl: 60 } }";

  private final Puppet server =
      new Puppet(
          false, Puppet.tool("read", READS) + "," + Puppet.tool("look", "{\"readOnlyHint\":true}"));
  private final MultiClientHarness crowd =
      opened(MultiClientHarness.within(StdioHarness.over().yaml(CACHED), server));

  /** {@return a client that has read the list of tools, as all do} */
  private Guest legacy() throws InterruptedException {
    var guest = crowd.legacy();
    guest.ask("99", "tools/list", "{}").result();
    return guest;
  }

  private Puppet.Came call(int number) throws InterruptedException {
    crowd.await("call " + number, () -> server.calls().size() >= number);
    return server.calls().get(number - 1);
  }

  /** Has the server answer the call of that number, which is {@code asked}, with a text. */
  private void answered(int number, String text, Asked asked) throws InterruptedException {
    call(number).text(text);
    assertThat(asked.text()).isEqualTo(text);
  }

  /** Waits until so many calls are there that wait for the answer of another, or ask. */
  private void running(int count) throws InterruptedException {
    crowd.await(
        count + " running calls",
        () ->
            crowd.governor().directory().calls().stream()
                    .filter(call -> call.state() instanceof CallState.Running)
                    .count()
                == count);
  }

  @Test
  @DisplayName(
      "An answer holds for both eras, however arguments are spelled, until its time is over")
  void anAnswerHoldsForTheSameCall() throws InterruptedException {
    answered(1, "one", legacy().call("1", "read", "{\"a\":1,\"b\":[2]}"));
    var again = crowd.modern().withMeta("\"x\":1").call("2", "read", "{ \"b\" : [2], \"a\":1}");
    assertThat(again.text()).isEqualTo("one");
    assertThat(again.answer().at("result", "resultType").text()).isEqualTo("complete");
    assertThat(server.calls()).hasSize(1);
    answered(2, "two", crowd.modern().call("3", "read", "{\"a\":2,\"b\":[2]}"));

    crowd.time().advance(Duration.ofSeconds(60));
    answered(3, "three", crowd.modern().call("4", "read", "{\"a\":1,\"b\":[2]}"));
  }

  @Test
  @DisplayName("It is seen which calls asked nobody: in the journal, and so in metrics and audit")
  void whoAskedNobodyIsSeen() throws InterruptedException {
    var guest = legacy();
    answered(1, "one", guest.call("1", "read", "{}"));
    assertThat(guest.call("2", "read", "{}").text()).isEqualTo("one");
    crowd.await("two ends", () -> crowd.events(CallEvent.Settled.class).size() == 2);
    assertThat(crowd.events(CallEvent.Settled.class))
        .extracting(CallEvent.Settled::outcome)
        .containsExactly("completed", "completed");
    assertThat(crowd.events(CallEvent.Shared.class)).hasSize(1);
    assertThat(crowd.events(CallEvent.Waiting.class))
        .as("the server, where calls may wait, was needed once")
        .allMatch(waiting -> !waiting.gate().isEmpty())
        .hasSize(1);
  }

  @Test
  @DisplayName("A call that waits for another's answer becomes a job as soon as any other")
  void aCallThatWaitsForAnotherIsHandedOff() throws InterruptedException {
    var slow = new Puppet(false, Puppet.tool("read", READS));
    var jobs = opened(MultiClientHarness.within(StdioHarness.over().withJobs().yaml(CACHED), slow));
    var guest = jobs.modern();
    guest.ask("99", "tools/list", "{}").result();
    var first = guest.call("1", "read", "{}");
    jobs.await("the first call", () -> slow.calls().size() == 1);
    var second = guest.call("2", "read", "{}");
    jobs.await("the second call", () -> jobs.events(CallEvent.Shared.class).size() == 1);
    jobs.time().advance(Duration.ofSeconds(52));
    for (var asked : new Asked[] {first, second}) {
      assertThat(asked.result().at("structuredContent", "job_id").present()).isTrue();
    }
  }

  @Test
  @DisplayName("Another principal has answers of their own")
  void anotherPrincipalAsksAnew() throws InterruptedException {
    var guest = legacy();
    answered(1, "local's", guest.call("1", "read", "{}"));
    answered(2, "ann's", crowd.modern("ann", MultiClientHarness.ALL).call("1", "read", "{}"));
    assertThat(guest.call("2", "read", "{}").text()).isEqualTo("local's");
  }

  @Test
  @DisplayName("What failed is not kept, be it the tool or the protocol")
  void whatFailedIsNotKept() throws InterruptedException {
    var guest = legacy();
    var first = guest.call("1", "read", "{}");
    call(1).answer("\"result\":{\"content\":[],\"isError\":true}");
    first.result();
    var second = guest.call("2", "read", "{}");
    call(2).answer("\"error\":{\"code\":-32603,\"message\":\"no\"}");
    second.error();
    answered(3, "yes", guest.call("3", "read", "{}"));
  }

  @Test
  @DisplayName(
      "A tool that does not say both of itself is asked each time, unless it is configured")
  void bothHaveToBeSaid() throws InterruptedException {
    var guest = legacy();
    guest.call("1", "look", "{}");
    call(1).text("one");
    guest.call("2", "look", "{}");
    call(2).text("two");
    crowd.reload("tools: { look: { cache_ttl: 60, idempotent: true } }");
    answered(3, "three", guest.call("3", "look", "{}"));
    assertThat(guest.call("4", "look", "{}").text()).isEqualTo("three");
    crowd.reload("tools: { look: { cache_ttl: 60, idempotent: true, read_only: false } }");
    answered(4, "five", guest.call("5", "look", "{}"));
  }

  @Test
  @DisplayName("A shorter time, and none, hold from the next call on; a changed list forgets all")
  void reloadAndChangedListsHoldAtOnce() throws InterruptedException {
    var guest = legacy();
    answered(1, "one", guest.call("1", "read", "{}"));
    crowd.time().advance(Duration.ofSeconds(10));
    crowd.reload("tools: { \"*\": { cache_ttl: 10 } }");
    answered(2, "two", guest.call("2", "read", "{}"));
    crowd.reload("tools: { \"*\": { cache_ttl: 0 } }");
    answered(3, "three", guest.call("3", "read", "{}"));
    crowd.reload(CACHED);
    assertThat(guest.call("4", "read", "{}").text()).isEqualTo("two");
    server.toolsChanged(Puppet.tool("read", READS));
    crowd.await("news", () -> !guest.told("notifications/tools/list_changed").isEmpty());
    guest.ask("98", "tools/list", "{}").result();
    answered(4, "four", guest.call("5", "read", "{}"));
  }

  @Test
  @DisplayName(
      "A result that was begun before the list changed is for those who wait, and not kept")
  void whatBeganBeforeAChangeIsNotKept() throws InterruptedException {
    var guest = legacy();
    var first = guest.call("1", "read", "{}");
    var begun = call(1);
    server.toolsChanged(Puppet.tool("read", READS));
    crowd.await("news", () -> !guest.told("notifications/tools/list_changed").isEmpty());
    guest.ask("98", "tools/list", "{}").result();
    begun.text("old");
    assertThat(first.text()).isEqualTo("old");
    answered(2, "new", guest.call("2", "read", "{}"));
  }

  @Test
  @DisplayName("Who calls while the same call runs waits for its answer, and hears its progress")
  void theSameCallsAreOne() throws InterruptedException {
    var first = legacy().watch("1", "read", "{}");
    var asked = call(1);
    var second = crowd.modern().watch("7", "read", "{}");
    var third = legacy().call("3", "read", "{}");
    running(3);
    asked.progress(1);
    crowd.await("progress", () -> !second.told("notifications/progress").isEmpty());
    assertThat(
            second.told("notifications/progress").getFirst().at("params", "progressToken").text())
        .isEqualTo("mine");
    assertThat(first.told("notifications/progress")).hasSize(1);
    assertThat(third.told()).isEmpty();
    asked.text("one");
    assertThat(first.text()).isEqualTo("one");
    assertThat(second.text()).isEqualTo("one");
    assertThat(third.text()).isEqualTo("one");
    assertThat(server.calls()).hasSize(1);
  }

  @Test
  @DisplayName("Whoever leaves does not end what others wait for, not even who began it")
  void whoLeavesEndsNothingForOthers() throws InterruptedException {
    var beginner = legacy();
    var first = beginner.call("1", "read", "{}");
    var asked = call(1);
    var guest = crowd.modern();
    var second = guest.call("2", "read", "{}");
    var third = legacy();
    var waiting = third.call("3", "read", "{}");
    running(3);
    beginner.cancel("1");
    assertThat(first.answer().at("id").present()).isFalse();
    third.cancel("3");
    assertThat(waiting.answer().at("id").present()).isFalse();
    running(2);
    assertThat(server.told("notifications/cancelled")).isEmpty();
    asked.text("one");
    assertThat(second.text()).isEqualTo("one");
    assertThat(legacy().call("4", "read", "{}").text()).isEqualTo("one");
  }

  @Test
  @DisplayName("The last one who leaves ends the call: its server is told")
  void theLastOneWhoLeavesEndsIt() throws InterruptedException {
    var beginner = legacy();
    var first = beginner.call("1", "read", "{}");
    call(1);
    var guest = crowd.modern();
    guest.call("2", "read", "{}");
    running(2);
    beginner.cancel("1");
    first.answer();
    assertThat(server.told("notifications/cancelled")).isEmpty();
    guest.cancel("2");
    crowd.await("a cancellation", () -> server.told("notifications/cancelled").size() == 1);
    answered(2, "anew", beginner.call("3", "read", "{}"));
  }

  @Test
  @DisplayName("A call that somebody stops here is asked anew for those who waited with it")
  void aStoppedCallIsAskedAnewForOthers() throws InterruptedException {
    legacy().call("1", "read", "{}");
    call(1);
    var second = crowd.modern().call("2", "read", "{}");
    running(2);
    crowd.governor().directory().calls().stream()
        .filter(call -> call.sharedWith().isEmpty())
        .min(Comparator.comparing(call -> call.info().acceptedAt()))
        .orElseThrow()
        .cancel(Cause.USER, "");
    call(2).text("anew");
    assertThat(second.text()).isEqualTo("anew");
  }

  @Test
  @DisplayName("What failed for one has failed for all who waited; nobody waits for the next")
  void failuresAreShared() throws InterruptedException {
    var first = legacy().call("1", "read", "{}");
    var asked = call(1);
    var second = crowd.modern().call("2", "read", "{}");
    running(2);
    asked.answer("\"error\":{\"code\":-32603,\"message\":\"no\"}");
    assertThat(first.error().at("message").text()).isEqualTo("no");
    assertThat(second.error().at("message").text()).isEqualTo("no");
  }

  @Test
  @DisplayName("A call whose server asks a person is nobody else's, and its answer is not kept")
  void whatAskedAPersonIsNotShared() throws InterruptedException {
    var beginner = legacy();
    var first = beginner.call("1", "read", "{}");
    var asked = call(1);
    var second = crowd.modern().call("2", "read", "{}");
    running(2);
    asked.elicit();
    var other = call(2);
    other.text("second's");
    assertThat(second.text()).isEqualTo("second's");
    var question = crowd.question(first, "elicitation/create");
    beginner.answer(question, "\"result\":{\"action\":\"accept\",\"content\":{}}");
    asked.text("first's");
    assertThat(first.text()).isEqualTo("first's");
    answered(3, "third's", beginner.call("3", "read", "{}"));
  }

  @Test
  @DisplayName("An answer holds also for a call that asks for a task where there are none")
  void tasksAreShared() throws InterruptedException {
    var guest = legacy();
    answered(
        1,
        "one",
        guest.ask("1", "tools/call", "{\"name\":\"read\",\"arguments\":{},\"task\":{\"ttl\":1}}"));
    assertThat(guest.call("2", "read", "{}").text()).isEqualTo("one");
  }
}
