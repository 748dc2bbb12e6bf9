package dev.belay.core.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.belay.core.approval.Approval.Asked;
import dev.belay.core.approval.Approval.End;
import dev.belay.core.approval.Approval.State;
import dev.belay.core.approval.Approval.Terms;
import dev.belay.core.approval.Approvals.Result.NotTaken;
import dev.belay.core.approval.Approvals.Result.Taken;
import dev.belay.core.approval.Approvals.Result.TooLate;
import dev.belay.core.approval.Approvals.Result.Unknown;
import dev.belay.core.approval.Decision.Scope;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Longer than other files: one registry, and each order of a question, its decision and its end.
 */
@DisplayName("A call waits for a person's yes, and one answer decides")
final class ApprovalsTest {
  private static final Terms TERMS =
      new Terms(
          Duration.ofSeconds(120), Duration.ofHours(1), /* approvers= */ 1, /* canBeLate= */ true);

  private static final Terms TWO =
      new Terms(TERMS.limit(), TERMS.asJob(), /* approvers= */ 2, /* canBeLate= */ false);

  private final Simulation time = new Simulation(1);
  private final List<Approval> told = new ArrayList<>();
  private int promptsPerMinute = Integer.MAX_VALUE;
  private Runnable onRate = () -> {};
  private final Approvals approvals =
      new Approvals(
          time,
          told::add,
          () -> {
            onRate.run();
            return promptsPerMinute;
          });
  private final Governor governor = new Governor(GovernorOptions.simulated(time, 1));
  private int ran;

  private static Asked asked(String arguments) {
    return new Asked("files", "delete", arguments, "digest of " + arguments, "v1", "", false);
  }

  private static Caller caller(String principal) {
    return Caller.of(principal, "session of " + principal);
  }

  private Call call(String arguments) {
    return call("ada", asked(arguments));
  }

  private Call call(String principal, Asked asked) {
    return call(principal, asked, TERMS);
  }

  private Call call(String principal, Asked asked, Terms terms) {
    return call(caller(principal), asked, terms, Approvals.Requester.NONE);
  }

  private Call call(Caller caller, Asked asked, Terms terms, Approvals.Requester requester) {
    var request =
        CallRequest.of("delete", new Payload("test", new byte[0]))
            .withCaller(caller)
            .withLimits(new Limits(Duration.ofSeconds(1), Duration.ofSeconds(1)))
            .withGates(approvals.gate(asked, terms, requester));
    var call =
        governor.start(
            request,
            context -> {
              ran++;
              return new Payload("test", new byte[0]);
            },
            _ -> {});
    time.runFor(Duration.ofMillis(10));
    return call;
  }

  private static Decision yes(Scope scope) {
    return new Decision(true, scope, "ann", "api", "");
  }

  private static Decision no(Scope scope, String reason) {
    return new Decision(false, scope, "ann", "api", reason);
  }

  private Approvals.Result decide(Call call, Decision decision) {
    var result = approvals.decide(call.id(), decision);
    time.runFor(Duration.ofMillis(10));
    return result;
  }

  private static String refusal(Call call) {
    assertThat(call.outcome()).get().isInstanceOf(Outcome.Refused.class);
    return ((Outcome.Refused) call.outcome().orElseThrow()).reason();
  }

  private static End end(Approval approval) {
    assertThat(approval.state()).isInstanceOf(State.Over.class);
    return ((State.Over) approval.state()).how();
  }

  private Approval find(Call call) {
    var found = approvals.find(call.id());
    assertThat(found).isNotNull();
    return found;
  }

  @Test
  @DisplayName("A call that begins to wait as an equal one is allowed, and those like it, runs too")
  void asItIsListed() {
    var first = call("{}");
    onRate =
        () -> {
          onRate = () -> {};
          var _ = approvals.decide(first.id(), yes(Scope.SAME));
        };
    var second = call("{}");
    assertThat(approvals.open()).isEmpty();
    assertThat(second.outcome()).containsInstanceOf(Outcome.Completed.class);
    assertThat(ran).isEqualTo(2);
  }

  @Test
  @DisplayName("A yes lets it run, and its own limits count from then on")
  void allowed() {
    var call = call("{}");
    time.runFor(Duration.ofSeconds(100));
    assertThat(ran).isZero();
    assertThat(approvals.open()).extracting(Approval::id).containsExactly(call.id());
    assertThat(decide(call, yes(Scope.ONCE))).isInstanceOf(Taken.class);
    assertThat(call.outcome()).containsInstanceOf(Outcome.Completed.class);
    assertThat(ran).isEqualTo(1);
    assertThat(approvals.open()).isEmpty();
    assertThat(told).extracting(Approval::isOpen).containsExactly(true, false);
  }

  @Test
  @DisplayName("A no refuses it with the reason, and a second answer comes too late")
  void denied() {
    var call = call("{}");
    decide(call, no(Scope.ONCE, "wrong folder"));
    assertThat(refusal(call))
        .isEqualTo(
            "[DENIED] A person did not allow this call (ann: wrong folder). It did not run. Do not"
                + " repeat it; ask what to do instead.");
    assertThat(decide(call, yes(Scope.ONCE))).isInstanceOf(TooLate.class);
    assertThat(ran).isZero();
  }

  @Test
  @DisplayName("S3-30: without an answer it is refused in time; J10: two share no timer")
  void expired() {
    var first = call("{\"path\":\"a\"}");
    time.runFor(Duration.ofSeconds(60));
    var second = call("{\"path\":\"b\"}");
    time.runFor(Duration.ofSeconds(60));
    assertThat(refusal(first))
        .startsWith(
            "Command timed out waiting for approval. Consider approving faster or configuring a"
                + " longer timeout. It did not run.");
    assertThat(second.outcome()).isEmpty();
    assertThat(end(find(first))).isEqualTo(End.EXPIRED);
    time.runFor(Duration.ofSeconds(60));
    assertThat(refusal(second)).startsWith("Command timed out");
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("An expired one can still be given: to the next equal call, once, for ten minutes")
  void late() {
    var call = call("{}");
    time.runFor(Duration.ofSeconds(121));
    assertThat(decide(call, yes(Scope.SAME))).isInstanceOf(NotTaken.class);
    assertThat(decide(call, yes(Scope.ONCE))).isInstanceOf(Taken.class);
    assertThat(end(find(call))).isEqualTo(End.GRANTED_LATE);
    assertThat(decide(call, yes(Scope.ONCE))).isInstanceOf(TooLate.class);
    var other = call("{\"other\":1}");
    assertThat(other.outcome()).isEmpty();
    assertThat(call("{}").outcome()).containsInstanceOf(Outcome.Completed.class);
    assertThat(call("{}").outcome()).isEmpty();
    assertThat(ran).isEqualTo(1);

    var forgotten = call("{\"late\":1}");
    time.runFor(Approvals.LATE.plusSeconds(130));
    assertThat(decide(forgotten, yes(Scope.ONCE))).isInstanceOf(TooLate.class);
  }

  @Test
  @DisplayName("The yes of one person for further calls does not hold where two must allow them")
  void ruleOfOne() {
    var _ = decide(call("{}"), yes(Scope.SAME));
    assertThat(call("{}").outcome()).containsInstanceOf(Outcome.Completed.class);
    var asks = call("ada", asked("{}"), TWO);
    assertThat(asks.outcome()).isEmpty();
    assertThat(find(asks).isOpen()).isTrue();

    var denied = call("{\"a\":1}");
    var _ = decide(denied, no(Scope.SAME, ""));
    assertThat(refusal(call("ada", asked("{\"a\":1}"), TWO)))
        .startsWith("[DENIED] A person did not allow this call (ann: so for further calls");
  }

  @Test
  @DisplayName("A yes by a form for further calls does not hold where no form counts")
  void ruleOfForm() {
    var byForm = new Decision(true, Scope.SAME, "ada", Decision.CLIENT, "");
    decide(call("{}"), byForm);
    assertThat(call("{}").outcome()).containsInstanceOf(Outcome.Completed.class);
    var person = new Terms(TERMS.limit(), TERMS.asJob(), 1, true, /* takesForms= */ false);
    var asks = call("ada", asked("{}"), person);
    assertThat(asks.outcome()).isEmpty();
    decide(asks, yes(Scope.SAME));
    assertThat(call("ada", asked("{}"), person).outcome()).as("a person's yes holds").isPresent();
  }

  @Test
  @DisplayName("A decision on a call of a server that was replaced is for that call alone")
  void replaced() {
    var expired = call("{\"late\":1}");
    time.runFor(Duration.ofSeconds(121));
    var waiting = call("{}");
    var other = call("{\"b\":1}");
    approvals.serversReplaced("files"::equals);
    assertThat(decide(expired, yes(Scope.ONCE))).isInstanceOf(Unknown.class);
    assertThat(decide(waiting, yes(Scope.SAME))).isInstanceOf(NotTaken.class);
    var lasting = new Decision(true, Scope.SAME, Duration.ofHours(1), "ann", "api", "");
    assertThat(decide(waiting, lasting)).isInstanceOf(NotTaken.class);
    assertThat(decide(waiting, yes(Scope.ONCE))).isInstanceOf(Taken.class);
    decide(other, no(Scope.SAME, ""));
    assertThat(approvals.rules()).isEmpty();
  }

  @Test
  @DisplayName("S3-22: a cancelled call is withdrawn at once")
  void withdrawn() {
    var call = call("{}");
    call.cancel(Cause.CLIENT, "not wanted");
    time.runFor(Duration.ofMillis(10));
    assertThat(end(find(call))).isEqualTo(End.WITHDRAWN);
    assertThat(decide(call, yes(Scope.ONCE))).isInstanceOf(TooLate.class);
    assertThat(ran).isZero();
  }

  @Test
  @DisplayName("C40: a call that becomes a job waits on, as long as a job may")
  void job() {
    var call =
        call(
            caller("ada"),
            asked("{}"),
            TERMS,
            new Approvals.Requester() {
              @Override
              public boolean becomesJob(CallId id) {
                return true;
              }
            });
    time.runFor(Duration.ofMinutes(59));
    assertThat(call.outcome()).isEmpty();
    assertThat(find(call).expiresAt()).isEqualTo(find(call).askedAt().plus(TERMS.asJob()));
    time.runFor(Duration.ofMinutes(2));
    assertThat(refusal(call)).startsWith("Command timed out");
  }

  @Test
  @DisplayName("A decision for the same call holds for its session, arguments and definition alone")
  void same() {
    var first = call("{}");
    decide(first, yes(Scope.SAME));
    assertThat(call("{}").outcome()).isPresent();
    assertThat(call("{\"other\":1}").outcome()).isEmpty();
    assertThat(call("bob", asked("{}")).outcome()).isEmpty();
    var changed = new Asked("files", "delete", "{}", "digest of {}", "v2", "", false);
    assertThat(call("ada", changed).outcome()).isEmpty();
    assertThat(approvals.rules())
        .singleElement()
        .satisfies(rule -> {
          assertThat(rule.used()).isEqualTo(1);
          assertThat(rule.by()).isEqualTo("ann");
          assertThat(approvals.revoke(rule.id())).isEqualTo(rule);
        });
    assertThat(call("{}").outcome()).isEmpty();
  }

  @Test
  @DisplayName("A decision for equal calls is one on those that wait already, and on no others")
  void sameThatWait() {
    var first = call("{}");
    var equal = call("{}");
    var different = call("{\"a\":1}");
    var ofAnother = call("eve", asked("{}"));
    var two = new Terms(Duration.ofSeconds(120), Duration.ofHours(1), 2, true);
    var ofTwo = call("ada", asked("{}"), two);
    decide(first, yes(Scope.SAME));
    assertThat(ran).isEqualTo(2);
    assertThat(approvals.open())
        .extracting(Approval::id)
        .containsExactly(different.id(), ofAnother.id(), ofTwo.id());
    assertThat(find(equal).state())
        .asInstanceOf(type(State.Over.class))
        .extracting(State.Over::by, State.Over::via)
        .containsExactly("ann", "rule 1");
    assertThat(approvals.rules()).extracting(ApprovalRule::used).containsExactly(1L);
    assertThat(told).filteredOn(one -> !one.isOpen()).hasSize(2);
    decide(different, no(Scope.TOOL, "no more"));
    assertThat(refusal(ofTwo)).contains("so for further calls like it");
    assertThat(approvals.open()).extracting(Approval::id).containsExactly(ofAnother.id());
  }

  @Test
  @DisplayName("A decision for the tool holds for any arguments, and ends after hours")
  void tool() {
    decide(call("{}"), yes(Scope.TOOL));
    assertThat(call("{\"any\":1}").outcome()).isPresent();
    time.runFor(Approvals.SESSION);
    assertThat(call("{\"any\":1}").outcome()).isEmpty();
    assertThat(approvals.rules()).isEmpty();
  }

  @Test
  @DisplayName("Decisions for a session end with it, also those that come after its end")
  void sessionEnded() {
    decide(call("{}"), yes(Scope.TOOL));
    decide(call("bob", asked("{}")), yes(Scope.SAME));
    var changed = new Asked("files", "delete", "{}", "digest of {}", "v2", "", false);
    var waits = call("ada", changed);
    approvals.sessionEnded("ada", "session of bob");
    approvals.sessionEnded("ada", "session of");
    assertThat(approvals.rules()).hasSize(2);

    approvals.sessionEnded("ada", "session of ada");
    assertThat(approvals.rules()).extracting(ApprovalRule::principal).containsExactly("bob");
    for (var scope : List.of(Scope.SAME, Scope.TOOL)) {
      assertThat(decide(waits, yes(scope)))
          .asInstanceOf(type(NotTaken.class))
          .extracting(NotTaken::why)
          .asString()
          .startsWith("The session of the call has ended");
    }
    assertThat(decide(waits, no(Scope.SAME, ""))).as("a no counts").isInstanceOf(Taken.class);
    assertThat(approvals.rules()).hasSize(1);
  }

  @Test
  @DisplayName("A client's session is that of its parts, by server")
  void partsOfSession() {
    var caller = Caller.of("ada", "client/files");
    var first = call(caller, asked("{}"), TERMS, Approvals.Requester.NONE);
    decide(first, yes(Scope.TOOL));
    approvals.sessionEnded("ada", "clien");
    assertThat(approvals.rules()).hasSize(1);
    approvals.sessionEnded("ada", "client");
    assertThat(approvals.rules()).isEmpty();
  }

  @Test
  @DisplayName("A remembered no refuses equal calls for a while, whatever else is allowed")
  void rememberedNo() {
    decide(call("{\"a\":1}"), no(Scope.SAME, "no"));
    decide(call("{}"), yes(Scope.TOOL));
    assertThat(refusal(call("{\"a\":1}"))).startsWith("[DENIED]");
    assertThat(call("{\"b\":1}").outcome()).containsInstanceOf(Outcome.Completed.class);
    time.runFor(Approvals.REFUSAL);
    assertThat(call("{\"a\":1}").outcome()).containsInstanceOf(Outcome.Completed.class);
  }

  @Test
  @DisplayName("While no list has named the tool, a yes holds for the one call")
  void unknownDefinition() {
    var unknown = new Asked("files", "delete", "{}", "d", "", "", false);
    var call = call("ada", unknown);
    assertThat(decide(call, yes(Scope.SAME))).isInstanceOf(NotTaken.class);
    assertThat(decide(call, yes(Scope.ONCE))).isInstanceOf(Taken.class);
  }

  @Test
  @DisplayName("The last call that people allowed is known, not one that a rule has, or a no")
  void lastAllowed() {
    var first = call("{\"a\":1}");
    assertThat(approvals.lastAllowed(find(first))).isNull();
    decide(first, yes(Scope.SAME));
    decide(call("{\"b\":1}"), no(Scope.ONCE, ""));
    var two = call("ada", asked("{\"c\":1}"), TWO);
    decide(two, yes(Scope.ONCE));
    assertThat(call("{\"a\":1}").outcome()).as("by the rule").isPresent();
    var last = approvals.lastAllowed(find(two));
    assertThat(last).isNotNull();
    assertThat(last.id()).isEqualTo(first.id());
    assertThat(last.by()).containsExactly("ann");
    decide(two, new Decision(true, Scope.ONCE, "bob", "api", ""));
    var late = call("{\"d\":1}");
    var lastOfTwo = approvals.lastAllowed(find(late));
    assertThat(lastOfTwo).isNotNull();
    assertThat(lastOfTwo.by()).containsExactly("ann", "bob");
    time.runFor(Duration.ofSeconds(121));
    decide(late, yes(Scope.ONCE));
    var granted = approvals.lastAllowed(find(late));
    assertThat(granted).isNotNull();
    assertThat(granted.arguments()).isEqualTo("{\"d\":1}");
    approvals.serversReplaced("files"::equals);
    assertThat(approvals.lastAllowed(find(call("{\"e\":1}")))).isNull();
  }

  @Test
  @DisplayName("A client that cannot be asked, and fails, leaves no call that waits")
  void failingRequester() {
    var call =
        call(
            caller("ada"),
            asked("{}"),
            TERMS,
            new Approvals.Requester() {
              @Override
              public void asked(Approval approval) {
                throw new IllegalStateException("no way to the client");
              }
            });
    assertThat(call.outcome()).isPresent();
    assertThat(ran).isZero();
    assertThat(approvals.open()).isEmpty();
  }

  @Test
  @DisplayName("A tool that may destroy something is not allowed whole, nor what two must allow")
  void widest() {
    var destructive = new Asked("files", "delete", "{}", "d", "v1", "", true);
    var call = call("ada", destructive);
    assertThat(decide(call, yes(Scope.TOOL))).isInstanceOf(NotTaken.class);
    assertThat(decide(call, yes(Scope.SAME))).isInstanceOf(Taken.class);
    var two = call("ada", asked("{\"x\":1}"), TWO);
    assertThat(decide(two, yes(Scope.SAME))).isInstanceOf(NotTaken.class);
  }

  @Test
  @DisplayName("Where two must allow it, one twice is one, and one no suffices")
  void twoPeople() {
    var call = call("ada", asked("{}"), TWO);
    assertThat(decide(call, yes(Scope.ONCE))).isInstanceOf(Taken.class);
    assertThat(decide(call, yes(Scope.ONCE))).isInstanceOf(NotTaken.class);
    assertThat(call.outcome()).isEmpty();
    decide(call, new Decision(true, Scope.ONCE, "bob", "api", ""));
    assertThat(call.outcome()).containsInstanceOf(Outcome.Completed.class);

    var refused = call("ada", asked("{\"x\":1}"), TWO);
    decide(refused, yes(Scope.ONCE));
    decide(refused, new Decision(false, Scope.ONCE, "bob", "api", ""));
    assertThat(refusal(refused)).contains("(bob)");
  }

  @Test
  @DisplayName("One principal has a hundred waiting calls at most, and more are refused")
  void many() {
    for (int i = 0; i < Approvals.MOST_OF_ONE; i++) {
      assertThat(call("{\"n\":" + i + "}").outcome()).isEmpty();
    }
    assertThat(refusal(call("{}"))).contains("Too many calls wait for approval");
    assertThat(call("bob", asked("{}")).outcome()).isEmpty();
    assertThat(approvals.open()).hasSize(Approvals.MOST_OF_ONE + 1);
  }

  @Test
  @DisplayName("People are asked so often a minute for one principal, and more calls say when")
  void rate() {
    promptsPerMinute = 3;
    long start = time.nanos();
    for (int i = 0; i < 3; i++) {
      // A decision makes no room: it is people's attention that is bounded.
      decide(call("{\"n\":" + i + "}"), yes(Scope.ONCE));
      time.runFor(Duration.ofSeconds(10));
    }
    assertThat(refusal(call("{}")))
        .isEqualTo(
            "[DENIED] People are asked too often: at most 3 calls of one caller wait for approval"
                + " within a minute. It did not run. Call again in 30 s.");
    assertThat(call("bob", asked("{}")).outcome()).isEmpty();
    time.runFor(Duration.ofSeconds(60).minusMillis(50).minusNanos(time.nanos() - start));
    assertThat(refusal(call("{}"))).endsWith("Call again in 1 s.");
    time.runFor(Duration.ofMillis(50));
    assertThat(call("{}").outcome()).as("as soon as it was said").isEmpty();
    assertThat(refusal(call("{}"))).endsWith("Call again in 10 s.");
    promptsPerMinute = 1;
    assertThat(refusal(call("{}"))).as("a lower bound since then").endsWith("Call again in 60 s.");
  }

  @Test
  @DisplayName("Calls on which a rule decides do not count, nor those that found no place")
  void ruledAreFree() {
    promptsPerMinute = 2;
    decide(call("{}"), yes(Scope.SAME));
    for (int i = 0; i < 5; i++) {
      assertThat(call("{}").outcome()).containsInstanceOf(Outcome.Completed.class);
    }
    assertThat(told.getFirst().wasAsked()).isTrue();
    assertThat(told.getLast().wasAsked()).isFalse();
    assertThat(refusal(call("x".repeat((int) Approvals.MOST_CHARACTERS))))
        .contains("Too many calls wait");
    assertThat(call("{\"n\":1}").outcome()).isEmpty();
    assertThat(refusal(call("{\"n\":2}"))).contains("People are asked too often");
  }

  @Test
  @DisplayName("What is remembered of prompts is bounded, and forgotten after a minute")
  void rateOfMany() {
    var rate = new PromptRate();
    for (int i = 0; i < PromptRate.MOST; i++) {
      assertThat(rate.count("p" + i, 30, i)).isZero();
    }
    assertThat(rate.count("other", 30, PromptRate.MOST))
        .isEqualTo(PromptRate.WINDOW.minusNanos(PromptRate.MOST));
    assertThat(rate.count("other", 30, PromptRate.WINDOW.toNanos())).isZero();
    assertThat(rate.count("other", 30, PromptRate.WINDOW.toNanos())).isPositive();
  }

  @Test
  @DisplayName("Calls are counted by how their wait ended, and what was refused by why")
  void figures() {
    promptsPerMinute = 6;
    decide(call("{\"n\":1}"), yes(Scope.SAME));
    call("{\"n\":1}");
    decide(call("{\"n\":2}"), no(Scope.ONCE, ""));
    call("{\"n\":3}").cancel(Cause.CLIENT, "not wanted");
    time.runFor(Duration.ofMillis(10));
    var late = call("{\"n\":4}");
    time.runFor(TERMS.limit());
    decide(late, yes(Scope.ONCE));
    call("x".repeat((int) Approvals.MOST_CHARACTERS));
    for (int i = 0; i < 8; i++) {
      call("{\"open\":" + i + "}");
    }
    assertThat(approvals.figures())
        .isEqualTo(
            new Approvals.Figures(
                6,
                10,
                Map.of(
                    End.ALLOWED, 1L,
                    End.DENIED, 1L,
                    End.WITHDRAWN, 1L,
                    End.EXPIRED, 1L,
                    End.GRANTED_LATE, 1L),
                1,
                1,
                2));
  }

  @Test
  @DisplayName("Huge arguments are held up to a bound, and what is over gives way to what waits")
  void huge() {
    var half = "x".repeat((int) (Approvals.MOST_CHARACTERS / 2));
    var first = call(half);
    decide(first, no(Scope.ONCE, ""));
    assertThat(find(first).asked().arguments()).isEmpty();
    assertThat(call(half).outcome()).isEmpty();
    assertThat(refusal(call("{}"))).as("of one principal").contains("Too many calls");
    assertThat(call("bob", asked(half)).outcome()).isEmpty();
    assertThat(refusal(call("eve", asked("{}")))).contains("Too many calls");
  }

  @Test
  @DisplayName("What is over gives way to the bound of what is kept")
  void kept() {
    var first = call("{}");
    decide(first, no(Scope.ONCE, ""));
    for (int i = 0; i < Approvals.MOST_OVER; i++) {
      decide(call("{\"n\":" + i + "}"), no(Scope.ONCE, ""));
    }
    assertThat(approvals.find(first.id())).isNull();
    assertThat(approvals.over()).hasSize(Approvals.MOST_OVER);
  }

  @Test
  @DisplayName("An id that nobody knows is unknown")
  void unknown() {
    assertThat(approvals.decide(new CallId("n", 1, 2), yes(Scope.ONCE))).isEqualTo(new Unknown());
  }
}
