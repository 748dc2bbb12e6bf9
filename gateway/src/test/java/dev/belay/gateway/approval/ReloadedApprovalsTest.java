package dev.belay.gateway.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.ApprovalSettings;
import dev.belay.config.ApprovalSettings.Mode;
import dev.belay.config.ApprovalSettings.OfTool;
import dev.belay.config.ApprovalSettings.Rule;
import dev.belay.core.approval.Approval;
import dev.belay.core.approval.Approval.State;
import dev.belay.core.approval.Approvals;
import dev.belay.core.approval.Decision;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.core.time.Seeds;
import dev.belay.core.time.Simulation;
import dev.belay.gateway.approval.ApprovalGates.Place;
import dev.belay.gateway.call.Handoff;
import dev.belay.mcp.era.Era;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("No call runs against the configuration of the moment, nor by half of the yeses")
final class ReloadedApprovalsTest {
  @Test
  @DisplayName("in 5,000 orders of deciding, expiring, cancelling, reloading and revoking")
  void everyOrder() {
    var seen = new HashSet<String>();
    Seeds.forEach(5_000, seed -> new World(seed, seen).run());
    // All that is possible does come to pass.
    assertThat(seen)
        .contains(
            "ran", "ran by a rule", "configuration", "tool", "denied", "expired", "cancelled");
  }

  /** Something that a thread does. */
  private interface Step {
    void run() throws InterruptedException;
  }

  private static final class World {
    private final Random random;
    private final Simulation time;
    private final Approvals approvals;
    private final ApprovalGates gates;
    private final Governor governor;
    private final Set<String> seen;
    private final List<Throwable> failures = new ArrayList<>();
    private final List<Asking> calls = new ArrayList<>();
    private Rule rule;
    private int definition = 1;

    /** Whether a yes for further calls was given and not revoked. */
    private boolean isHeld;

    World(long seed, Set<String> seen) {
      this.seen = seen;
      random = new Random(seed);
      time = new Simulation(seed);
      rule = new Rule(Mode.ASK, "", 1 + random.nextInt(2));
      approvals = new Approvals(time, _ -> {});
      var settings =
          new ApprovalSettings(
              Duration.ofMillis(5_000),
              Duration.ofMillis(40),
              Duration.ofMillis(80),
              false,
              Mode.ALLOW,
              Mode.ALLOW,
              /* promptsPerMinute= */ 30,
              /* permissionPrompt= */ false,
              /* notices= */ null);
      gates = new ApprovalGates(approvals, () -> settings, _ -> false, Place.API, time);
      governor = new Governor(GovernorOptions.simulated(time, seed));
    }

    void run() {
      for (int i = 0; i < 3; i++) {
        var call = new Asking(this);
        calls.add(call);
        go(call::begin);
        go(call::decide);
        go(call::decide);
        if (random.nextInt(3) == 0) {
          go(call::cancel);
        }
      }
      go(this::reload);
      go(this::change);
      go(this::revoke);
      time.run();
      assertThat(failures).isEmpty();
      calls.forEach(Asking::verify);
      assertThat(approvals.open()).isEmpty();
      assertThat(time.armedTimers()).isZero();
    }

    private void go(Step step) {
      time.threads()
          .newThread(() -> {
            try {
              step.run();
            } catch (InterruptedException | RuntimeException | AssertionError e) {
              failures.add(e);
            }
          })
          .start();
    }

    private void pause() throws InterruptedException {
      time.sleep(Duration.ofMillis(random.nextInt(90)));
    }

    private void reload() throws InterruptedException {
      pause();
      var modes = List.of(Mode.ALLOW, Mode.ASK, Mode.PERSON, Mode.DENY);
      rule = new Rule(modes.get(random.nextInt(modes.size())), "", 1 + random.nextInt(2));
    }

    private void change() throws InterruptedException {
      pause();
      definition += random.nextInt(2);
    }

    private void revoke() throws InterruptedException {
      pause();
      approvals.rules().forEach(each -> approvals.revoke(each.id()));
      isHeld = false;
    }

    private ApprovalGates.Said said() {
      return new ApprovalGates.Said(
          () -> ApprovalGatesTest.policy(OfTool.of(rule)),
          () -> ApprovalGatesTest.tool("definition " + definition));
    }
  }

  /** A call, those who decide on it, and who cancels it. */
  private static final class Asking {
    private final World world;
    private final List<Approvals.Result> taken = new ArrayList<>();
    private @Nullable Call call;
    private Rule asked = new Rule(Mode.ALLOW, "", 1);
    private int definition;
    private int ran;

    Asking(World world) {
      this.world = world;
    }

    void begin() throws InterruptedException {
      world.pause();
      asked = world.rule;
      definition = world.definition;
      var params = "{\"name\":\"delete\"}".getBytes(StandardCharsets.UTF_8);
      var what =
          new Handoff.Asked(
              "ada", () -> null, () -> "", "files", "delete", () -> false, () -> params, () -> 0);
      var waiting = new Handoff.Waiting(Era.MODERN, false, false, null, what);
      var own = world.gates.of(world.said(), waiting, PersonAtClient.NONE);
      call =
          world.governor.start(
              CallRequest.of("delete", Payload.EMPTY)
                  .withCaller(Caller.of("ada", "s"))
                  .withGates(own.toArray(Gate[]::new)),
              _ -> {
                ran++;
                atStart();
                return Payload.EMPTY;
              },
              _ -> {});
    }

    /** Checks what holds at the moment in which it begins to run. */
    private void atStart() {
      try {
        if (asked.mode() == Mode.ALLOW) {
          return;
        }
        var now = world.rule;
        assertThat(asked.mode()).isNotEqualTo(Mode.DENY);
        if (now.mode() != Mode.ALLOW) {
          assertThat(now.mode()).as("the mode").isLessThanOrEqualTo(asked.mode());
          assertThat(now.approvers()).as("approvers").isLessThanOrEqualTo(asked.approvers());
        }
        assertThat(world.definition).as("the definition").isEqualTo(definition);
        var id = Objects.requireNonNull(call).info().id();
        assertThat(world.isHeld || world.approvals.find(id) != null).as("a yes").isTrue();
      } catch (AssertionError e) {
        world.failures.add(e);
      }
    }

    void decide() throws InterruptedException {
      world.pause();
      var begun = call;
      if (begun != null) {
        boolean isAllowed = world.random.nextInt(4) > 0;
        var scope = world.random.nextBoolean() ? Decision.Scope.ONCE : Decision.Scope.SAME;
        var by = "p" + world.random.nextInt(2);
        var result =
            world.approvals.decide(
                begun.info().id(), new Decision(isAllowed, scope, by, "api", ""));
        if (result instanceof Approvals.Result.Taken(Approval now)) {
          taken.add(result);
          boolean isLate =
              now.state() instanceof State.Over over && over.how() == Approval.End.GRANTED_LATE;
          boolean isForMore = scope == Decision.Scope.SAME || isLate;
          world.isHeld |= isAllowed && isForMore && !now.isOpen();
        }
      }
    }

    void cancel() throws InterruptedException {
      world.pause();
      var begun = call;
      if (begun != null) {
        begun.cancel(Cause.CLIENT, "not wanted");
      }
    }

    void verify() {
      assertThat(call).isNotNull();
      var outcome = call.outcome().orElseThrow();
      assertThat(ran).isLessThanOrEqualTo(1);
      var approval = world.approvals.find(call.info().id());
      if (ran == 1 && asked.mode() != Mode.ALLOW) {
        boolean isByRule =
            approval == null
                || (approval.state() instanceof State.Over over && over.via().startsWith("rule "));
        world.seen.add(isByRule ? "ran by a rule" : "ran");
        if (approval != null) {
          assertThat(approval.state())
              .isInstanceOfSatisfying(
                  State.Over.class, over -> assertThat(over.how().word()).isEqualTo("allowed"));
        }
        if (!isByRule) {
          assertThat(taken).hasSize(asked.approvers());
        } else {
          // By a decision on another call, which may have come while this one waited.
          assertThat(taken).isEmpty();
          assertThat(asked.approvers()).isEqualTo(1);
        }
      }
      switch (outcome) {
        case Outcome.Cancelled _ -> world.seen.add("cancelled");
        case Outcome.Refused(var _, String reason) -> {
          assertThat(ran).isZero();
          world.seen.add(
              reason.contains("configuration has changed")
                  ? "configuration"
                  : reason.contains("tool has changed")
                      ? "tool"
                      : reason.startsWith("Command timed out") ? "expired" : "denied");
        }
        case Outcome.Completed _ -> assertThat(ran).isEqualTo(1);
        case Outcome _ -> throw new AssertionError(outcome);
      }
    }
  }
}
