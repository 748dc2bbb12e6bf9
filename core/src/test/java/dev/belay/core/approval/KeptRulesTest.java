package dev.belay.core.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.approval.Approval.Asked;
import dev.belay.core.approval.Approval.Terms;
import dev.belay.core.approval.ApprovalRule.Lasting;
import dev.belay.core.approval.Decision.Scope;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.time.Seeds;
import dev.belay.core.time.Simulation;
import dev.belay.core.time.SimulationThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Longer than other files: one store of rules, and each way in which a rule begins, holds and ends.
 */
@DisplayName("A decision for a time holds in all sessions, and outlives the program")
final class KeptRulesTest {
  private static final Duration HOURS = Duration.ofHours(8);

  private final Simulation time = new Simulation(1);
  private final Store store = new Store();
  private final List<String> reports = new ArrayList<>();
  private Approvals approvals = program();
  private final Governor governor = new Governor(GovernorOptions.simulated(time, 1));

  private Approvals program() {
    return new Approvals(
        time, _ -> {}, () -> Integer.MAX_VALUE, store, time.threads(), reports::add);
  }

  /** A store that may fail, or not answer until it is told to. */
  private final class Store implements RuleStore {
    final Map<String, ApprovalRule> rows = new LinkedHashMap<>();
    boolean fails;
    @Nullable CompletableFuture<Boolean> stuck;
    int loads;

    private void use() throws RuleStoreException {
      var until = stuck;
      if (until != null) {
        try {
          time.await(until, Duration.ofDays(1));
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      if (fails) {
        throw new RuleStoreException("The disk is full.", new IllegalStateException());
      }
    }

    @Override
    public List<ApprovalRule> load() throws RuleStoreException {
      loads++;
      use();
      return List.copyOf(rows.values());
    }

    @Override
    public void put(ApprovalRule rule) throws RuleStoreException {
      use();
      rows.put(rule.id(), rule.stored());
    }

    /** Puts a row as somebody may have written it. */
    void put(
        String id,
        ApprovalRule like,
        boolean isAllowed,
        String definition,
        Instant at,
        Instant until) {
      rows.put(
          id,
          new ApprovalRule(
              id,
              isAllowed,
              like.principal(),
              null,
              like.server(),
              like.tool(),
              null,
              definition,
              like.by(),
              like.via(),
              at,
              until,
              Lasting.STORED,
              /* isSingle= */ false,
              0));
    }

    @Override
    public void remove(String id) throws RuleStoreException {
      use();
      rows.remove(id);
    }
  }

  private static Asked asked(String arguments) {
    return new Asked("files", "write", arguments, "digest of " + arguments, "v1", "", false);
  }

  private Call call(String principal, @Nullable String session, Asked asked) {
    var terms = new Terms(Duration.ofMinutes(2), Duration.ofHours(1), 1, /* canBeLate= */ true);
    var request =
        CallRequest.of("write", new Payload("test", new byte[0]))
            .withCaller(Caller.of(principal, session))
            .withLimits(new Limits(Duration.ofSeconds(1), Duration.ofSeconds(1)))
            .withGates(approvals.gate(asked, terms, Approvals.Requester.NONE));
    var call = governor.start(request, context -> new Payload("test", new byte[0]), _ -> {});
    time.runFor(Duration.ofMillis(10));
    return call;
  }

  private boolean runs(@Nullable String session, Asked asked) {
    return call("ada", session, asked).outcome().orElse(null) instanceof Outcome.Completed;
  }

  private ApprovalRule allow(Scope scope, String arguments) {
    var call = call("ada", "one", asked(arguments));
    var result =
        approvals.decide(call.info().id(), new Decision(true, scope, HOURS, "ann", "api", ""));
    assertThat(result).isInstanceOf(Approvals.Result.Taken.class);
    time.runFor(Duration.ofMillis(10));
    return Objects.requireNonNull(approvals.lasting(call.info().id()));
  }

  private interface Question {
    String ask() throws InterruptedException;
  }

  /** {@return the answer, and null while there is none after the time that one waits} */
  private @Nullable String answer(Question question) {
    var answer = new CompletableFuture<String>();
    SimulationThreads.start(time, () -> answer.complete(question.ask()));
    time.runFor(KeptRules.PATIENCE.plusMillis(10));
    return answer.getNow(null);
  }

  @Test
  @DisplayName("It holds for the principal, the tool and its definition alone, and for its time")
  void holds() {
    var rule = allow(Scope.TOOL, "{}");
    assertThat(rule.session()).isNull();
    assertThat(runs("two", asked("{\"any\":1}"))).isTrue();
    assertThat(runs(null, asked("{}"))).isTrue();
    assertThat(call("bob", "one", asked("{}")).outcome()).isEmpty();
    var changed = new Asked("files", "write", "{}", "digest of {}", "v2", "", false);
    assertThat(runs("one", changed)).isFalse();
    var other = new Asked("mail", "write", "{}", "digest of {}", "v1", "", false);
    assertThat(runs("one", other)).isFalse();
    time.runFor(HOURS);
    assertThat(runs("two", asked("{}"))).isFalse();
    assertThat(approvals.rules()).isEmpty();
  }

  @Test
  @DisplayName("For the same call it holds for those arguments alone")
  void same() {
    allow(Scope.SAME, "{}");
    assertThat(runs("two", asked("{}"))).isTrue();
    assertThat(runs("two", asked("{\"any\":1}"))).isFalse();
  }

  @Test
  @DisplayName("A no holds for its time too, and wins over a yes")
  void denied() {
    var call = call("ada", "one", asked("{\"bad\":1}"));
    approvals.decide(call.info().id(), new Decision(false, Scope.SAME, HOURS, "ann", "api", ""));
    allow(Scope.TOOL, "{}");
    time.runFor(Approvals.REFUSAL.plusMinutes(1));
    assertThat(call("ada", "two", asked("{\"bad\":1}")).outcome())
        .get()
        .isInstanceOf(Outcome.Refused.class);
    assertThat(runs("two", asked("{}"))).isTrue();
  }

  @Test
  @DisplayName("It is never wider than offered, nor longer than a month")
  void widest() {
    var destructive = new Asked("files", "write", "{}", "d", "v1", "", true);
    var call = call("ada", "one", destructive);
    var whole = new Decision(true, Scope.TOOL, HOURS, "ann", "api", "");
    assertThat(approvals.decide(call.info().id(), whole))
        .isInstanceOf(Approvals.Result.NotTaken.class);
    var unnamed = call("ada", "one", new Asked("files", "write", "{}", "d", "", "", false));
    var same = new Decision(true, Scope.SAME, HOURS, "ann", "api", "");
    assertThat(approvals.decide(unnamed.info().id(), same))
        .isInstanceOf(Approvals.Result.NotTaken.class);
    time.runFor(Duration.ofMinutes(3));
    assertThat(approvals.decide(call.info().id(), same))
        .as("what comes late is for one call")
        .isInstanceOf(Approvals.Result.NotTaken.class);
    assertThat(store.rows).isEmpty();

    for (var wrong :
        List.of(Duration.ZERO, Duration.ofSeconds(-1), Decision.LONGEST.plusNanos(1))) {
      assertThatThrownBy(() -> new Decision(true, Scope.SAME, wrong, "ann", "api", ""))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new Decision(true, Scope.ONCE, HOURS, "ann", "api", ""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("The next program loads it before its first question, and revokes it for good")
  void restart() {
    var rule = allow(Scope.TOOL, "{}");
    assertThat(rule.lasting()).isEqualTo(Lasting.STORED);
    approvals = program();
    assertThat(runs("three", asked("{\"any\":1}"))).isTrue();
    assertThat(approvals.rules())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.id()).isEqualTo(rule.id());
          assertThat(found.until()).isEqualTo(rule.until());
          assertThat(found.used()).isEqualTo(1);
        });
    assertThat(approvals.revoke(rule.id())).isNotNull();
    assertThat(answer(() -> approvals.whyNotRemoved(rule.id()))).isEmpty();
    assertThat(store.rows).isEmpty();
    approvals = program();
    assertThat(runs("three", asked("{}"))).isFalse();
    assertThat(reports).isEmpty();
    assertThat(store.loads).isEqualTo(3);
  }

  @Test
  @DisplayName("A decision for a session stays in memory")
  void session() {
    var call = call("ada", "one", asked("{}"));
    approvals.decide(call.info().id(), new Decision(true, Scope.TOOL, "ann", "api", ""));
    time.runFor(Duration.ofMillis(10));
    assertThat(approvals.rules()).hasSize(1);
    assertThat(store.rows).isEmpty();
  }

  @Test
  @DisplayName("Whatever a store has that a person cannot decide is dropped")
  void unsound() {
    var rule = allow(Scope.TOOL, "{}");
    var longer = Instant.EPOCH.plus(Decision.LONGEST).plus(Decision.LONGEST);
    store.put("a1", rule, true, "v1", rule.at(), longer);
    store.put("a2", rule, true, "v1", longer, longer);
    store.put("a3", rule, true, "", rule.at(), rule.until());
    store.put("a4", rule, false, "v1", rule.at(), rule.until());
    approvals = program();
    assertThat(runs("two", asked("{}"))).isTrue();
    assertThat(approvals.rules()).extracting(ApprovalRule::id).containsExactly(rule.id());
    assertThat(store.rows).containsOnlyKeys(rule.id());
    assertThat(reports)
        .hasSize(4)
        .containsOnly("a stored decision is dropped, since it is not one that a person can make");
  }

  @Test
  @DisplayName("A rule that gives way to a decision for a session leaves the store as well")
  void gaveWay() {
    var rule = allow(Scope.TOOL, "{}");
    var sooner = rule.until().minusSeconds(3_600);
    store.put("f", rule, true, "other", rule.at(), sooner);
    for (int i = 0; i < Approvals.MOST_RULES - 2; i++) {
      store.put("e" + Integer.toHexString(i), rule, true, "other", rule.at(), rule.until());
    }
    approvals = program();
    var call = call("bob", "one", asked("{}"));
    assertThat(approvals.rules()).hasSize(Approvals.MOST_RULES);
    var decision = new Decision(true, Scope.SAME, "ann", "api", "");
    assertThat(approvals.decide(call.info().id(), decision))
        .isInstanceOf(Approvals.Result.Taken.class);
    time.runFor(Duration.ofMillis(10));
    assertThat(store.rows).hasSize(Approvals.MOST_RULES - 1).doesNotContainKey("f");
  }

  @Test
  @DisplayName("A store that never answers holds up no decision, and the person is told")
  void stuck() {
    var free = new CompletableFuture<Boolean>();
    var call = call("ada", "one", asked("{}"));
    store.stuck = free;
    approvals.decide(call.info().id(), new Decision(true, Scope.TOOL, HOURS, "ann", "api", ""));
    time.runFor(Duration.ofMillis(10));
    assertThat(call.outcome()).get().isInstanceOf(Outcome.Completed.class);
    assertThat(runs("two", asked("{}"))).isTrue();
    assertThat(answer(() -> approvals.whyNotStored(call.info().id())))
        .isEqualTo("The store has not answered for 2 s.");

    var id = Objects.requireNonNull(approvals.lasting(call.info().id())).id();
    assertThat(approvals.revoke(id)).isNotNull();
    assertThat(runs("two", asked("{}"))).as("it is over at once").isFalse();
    assertThat(answer(() -> approvals.whyNotRemoved(id)))
        .isEqualTo("The store has not answered for 2 s.");
    store.stuck = null;
    free.complete(true);
    assertThat(answer(() -> approvals.whyNotRemoved(id))).isEmpty();
    assertThat(store.rows).as("what was being stored is removed after that").isEmpty();
    assertThat(approvals.rule(id)).isNull();
  }

  @Test
  @DisplayName("While earlier rules cannot be loaded, calls are asked about after a moment")
  void notLoaded() {
    allow(Scope.TOOL, "{}");
    var free = new CompletableFuture<Boolean>();
    store.stuck = free;
    approvals = program();
    var call = call("ada", "two", asked("{}"));
    assertThat(approvals.open()).isEmpty();
    time.runFor(KeptRules.PATIENCE);
    assertThat(approvals.open()).hasSize(1);
    var next = call("ada", "two", asked("{\"a\":1}"));
    assertThat(approvals.open()).as("it does not wait again").hasSize(2);
    store.stuck = null;
    free.complete(true);
    time.runFor(Duration.ofMillis(10));
    assertThat(runs("two", asked("{}"))).isTrue();
    assertThat(call.outcome()).isEmpty();
    assertThat(next.outcome()).isEmpty();
  }

  @Test
  @DisplayName("A store that fails is reported, and asked again: to load after a minute")
  void failing() {
    var rule = allow(Scope.TOOL, "{}");
    store.fails = true;
    approvals = program();
    assertThat(runs("two", asked("{}"))).isFalse();
    assertThat(runs("two", asked("{}"))).isFalse();
    assertThat(reports).containsExactly("earlier decisions are not known: The disk is full.");
    store.fails = false;
    time.runFor(KeptRules.AGAIN);
    assertThat(runs("two", asked("{}"))).isTrue();

    store.fails = true;
    assertThat(approvals.revoke(rule.id())).isNotNull();
    assertThat(answer(() -> approvals.whyNotRemoved(rule.id()))).isEqualTo("The disk is full.");
    assertThat(approvals.rules()).isEmpty();
    assertThat(reports)
        .contains("a decision that was revoked holds again after a restart: The disk is full.");
    store.fails = false;
    assertThat(approvals.revoke(rule.id())).as("once more").isNotNull();
    assertThat(answer(() -> approvals.whyNotRemoved(rule.id()))).isEmpty();
    assertThat(store.rows).isEmpty();
    assertThat(approvals.revoke(rule.id())).isNull();
  }

  @Test
  @DisplayName("Without a store it holds, and the person is told that it ends with the program")
  void memory() {
    approvals = new Approvals(time, _ -> {});
    var rule = allow(Scope.TOOL, "{}");
    assertThat(rule.lasting()).isEqualTo(Lasting.NOT);
    assertThat(runs("two", asked("{}"))).isTrue();
    var call = call("ada", "one", asked("{}"));
    assertThat(answer(() -> approvals.whyNotStored(call.info().id())))
        .isEqualTo("Decisions are stored where jobs are, and jobs are in memory here.");
    assertThat(approvals.revoke(rule.id())).isNotNull();
    assertThat(approvals.rule(rule.id())).isNull();
  }

  @Test
  @DisplayName("In 1,000 orders of deciding and revoking, the store ends as the memory does")
  void everyOrder() {
    Seeds.forEach(1_000, seed -> new World(seed).run());
  }

  /** People who decide and revoke at the same time, with a store that is slow and fails. */
  private static final class World {
    private final Random random;
    private final Simulation time;
    private final Map<String, ApprovalRule> rows = new LinkedHashMap<>();
    private final Approvals approvals;
    private final List<String> removed = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();
    private boolean fails = true;

    World(long seed) {
      random = new Random(seed);
      time = new Simulation(seed);
      approvals =
          new Approvals(
              time, _ -> {}, () -> Integer.MAX_VALUE, new SlowStore(), time.threads(), _ -> {});
    }

    private final class SlowStore implements RuleStore {
      private void use() throws RuleStoreException {
        try {
          pause(20);
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
        if (fails && random.nextInt(4) == 0) {
          throw new RuleStoreException("The disk is full.", new IllegalStateException());
        }
      }

      @Override
      public List<ApprovalRule> load() throws RuleStoreException {
        use();
        return List.copyOf(rows.values());
      }

      @Override
      public void put(ApprovalRule rule) throws RuleStoreException {
        use();
        rows.put(rule.id(), rule.stored());
      }

      @Override
      public void remove(String id) throws RuleStoreException {
        use();
        rows.remove(id);
      }
    }

    void pause(int most) throws InterruptedException {
      time.sleep(Duration.ofMillis(random.nextInt(most)));
    }

    void run() {
      var governor = new Governor(GovernorOptions.simulated(time, random.nextLong()));
      for (int i = 0; i < 3; i++) {
        var asked = asked("{\"n\":" + i + "}");
        var terms = new Terms(Duration.ofMinutes(2), Duration.ofHours(1), 1, false);
        var call =
            governor.start(
                CallRequest.of("write", new Payload("test", new byte[0]))
                    .withCaller(Caller.of("ada", "one"))
                    .withGates(approvals.gate(asked, terms, Approvals.Requester.NONE)),
                _ -> new Payload("test", new byte[0]),
                _ -> {});
        calls.add(call);
        go(() -> decide(call));
        go(() -> revoke(call));
        go(() -> revoke(call));
      }
      time.run();
      fails = false;
      go(this::settle);
      time.run();
      assertThat(rows.keySet())
          .containsExactlyInAnyOrderElementsOf(
              approvals.rules().stream().map(ApprovalRule::id).toList());
      assertThat(approvals.rules()).allMatch(rule -> rule.lasting() == Lasting.STORED);
      assertThat(rows).doesNotContainKeys(removed.toArray(String[]::new));
    }

    private void go(SimulationThreads.Action action) {
      SimulationThreads.start(time, action);
    }

    private void decide(Call call) throws InterruptedException {
      pause(60);
      boolean isAllowed = random.nextBoolean();
      var result =
          approvals.decide(
              call.info().id(), new Decision(isAllowed, Scope.SAME, HOURS, "ann", "api", ""));
      if (result instanceof Approvals.Result.Taken) {
        var why = approvals.whyNotStored(call.info().id());
        var rule = approvals.lasting(call.info().id());
        if (why.isEmpty() && rule != null && approvals.rules().contains(rule)) {
          assertThat(rule.lasting()).isEqualTo(Lasting.STORED);
        }
      }
    }

    private void revoke(Call call) throws InterruptedException {
      pause(120);
      var rule = approvals.lasting(call.info().id());
      if (rule != null && approvals.revoke(rule.id()) != null) {
        if (approvals.whyNotRemoved(rule.id()).isEmpty()) {
          assertThat(rows).as("once that is confirmed").doesNotContainKey(rule.id());
          removed.add(rule.id());
        }
      }
    }

    /** Has all done again that has failed. */
    private void settle() throws InterruptedException {
      for (var call : calls) {
        var rule = approvals.lasting(call.info().id());
        if (rule != null) {
          assertThat(approvals.whyNotStored(call.info().id())).isEmpty();
          assertThat(approvals.whyNotRemoved(rule.id())).isEmpty();
        }
      }
    }
  }
}
