package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Defects of an earlier timeout module, one test each, in the order of the list. */
class TimeoutModuleDefectsTest {
  private final Rig rig = new Rig(1);

  @Test
  @DisplayName("Defect 1: timeout 0 means unbounded, not 1800 s (S0-4, S0-15, S0-30)")
  void zeroIsUnbounded() {
    double[] everyMinute = new double[60];
    for (int i = 0; i < everyMinute.length; i++) {
      everyMinute[i] = 60 * (i + 1);
    }
    var started = rig.start(Limits.ofSeconds(0, 120), rig.beatingAt(everyMinute));
    rig.simulation.runFor(Duration.ofMinutes(59));
    assertThat(started.call().outcome()).isEmpty();
    rig.simulation.run();
    assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  @DisplayName(
      "Defect 2: the total limit has its message also where there is no idle limit (S0-13)")
  void theTotalMessageDoesNotNeedAnIdleLimit() {
    var started = rig.start(new Limits(Duration.ofMillis(100), Duration.ZERO), rig.pausing(9));
    rig.simulation.run();
    assertThat(((Outcome.TimedOut) started.outcome()).message())
        .isEqualTo("Tool exceeded wall-clock limit of 0.1s.");
  }

  @Test
  @DisplayName("Defect 3: a tool that swallows cancellation does not hold its caller (C31)")
  void theCallerIsAnsweredFirst() {
    var started = rig.start(Limits.ofSeconds(5, 0), rig.deafFor(1_000));
    rig.simulation.runFor(Duration.ofSeconds(5));
    assertThat(started.outcome()).isInstanceOf(Outcome.TimedOut.class);
    rig.simulation.run();
  }

  @Test
  @DisplayName(
      "Defect 4: stuck work under timer beats ends at the total limit, or is refused (C17)")
  void timerBeatsCannotKeepStuckWorkForEver() {
    Work stuck =
        call -> call.runWithHeartbeat(Duration.ofSeconds(1), () -> rig.pausing(1e6).run(call));
    var capped = rig.start(Limits.ofSeconds(60, 5), stuck);
    var uncapped = rig.start(Limits.ofSeconds(0, 5), stuck);
    rig.simulation.run();
    assertThat(capped.ranFor()).isEqualTo(Duration.ofSeconds(60));
    assertThat(uncapped.outcome()).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  @DisplayName("Defect 5: a limit of 0.1 s fires at 0.1 s, an idle limit to the nanosecond (P2)")
  void limitsFireWhenTheyAreDue() {
    var total = rig.start(new Limits(Duration.ofMillis(100), Duration.ZERO), rig.pausing(9));
    var idle =
        rig.start(new Limits(Duration.ofSeconds(9), Duration.ofMillis(1_234)), rig.pausing(9));
    rig.simulation.run();
    assertThat(total.ranFor()).isEqualTo(Duration.ofMillis(100));
    assertThat(idle.ranFor()).isEqualTo(Duration.ofMillis(1_234));
  }

  @Test
  @DisplayName(
      "Defect 6: where both limits are due, idle is reported, whichever order is looked at")
  void theTieRuleHoldsInEveryOrder() {
    for (long seed = 0; seed < 50; seed++) {
      var world = new Rig(seed);
      var started = world.start(Limits.ofSeconds(6, 3), world.beatingAt(3 - 1e-9, 1_000));
      world.at(1, () -> world.simulation.stall(Duration.ofMillis(500)));
      var tie = world.start(Limits.ofSeconds(6, 3), world.beatingAt(3, 1_000));
      world.simulation.run();
      assertThat(((Outcome.TimedOut) started.outcome()).limit()).isEqualTo(Limit.IDLE);
      assertThat(((Outcome.TimedOut) tie.outcome()).limit()).isEqualTo(Limit.IDLE);
    }
  }

  @Test
  @DisplayName("Defect 7: there is no way to run work but through the governor (S0-23, S0-26)")
  void onlyAGovernorMakesCalls() {
    assertThat(Call.class.getConstructors()).isEmpty();
    assertThat(CallContext.class.getConstructors()).isEmpty();
  }

  @Test
  @DisplayName("Defect 8: an unbounded call is not cut by a bound of some other layer (C6)")
  void nothingElseCutsAnUnboundedCall() {
    var started = rig.start(Limits.NONE, rig.pausing(100_000));
    var joined = new CompletableFuture<Outcome>();
    rig.simulation
        .threads()
        .newThread(() -> {
          try {
            joined.complete(started.call().join());
          } catch (InterruptedException e) {
            joined.completeExceptionally(e);
          }
        })
        .start();
    rig.simulation.run();
    assertThat(joined).isCompletedWithValueMatching(Outcome.Completed.class::isInstance);
  }

  @Test
  @DisplayName("Defect 9: an inner limit is never longer than the one around it (C6)")
  void theIdleLimitIsNeverBeyondTheTotalOne() {
    assertThat(Limits.ofSeconds(180, 1800)).isEqualTo(Limits.ofSeconds(180, 180));
    assertThat(Limits.ofSeconds(180, 20).wished(Duration.ofSeconds(1800)))
        .isEqualTo(Limits.ofSeconds(180, 180));
  }

  @Test
  @DisplayName("Defect 10: beats from a pool thread arrive, since the context can be passed (C17)")
  void beatsFromOtherThreadsArrive() {
    var started =
        rig.start(
            Limits.ofSeconds(60, 5),
            call -> {
              var done = new CompletableFuture<Boolean>();
              rig.simulation
                  .threads()
                  .newThread(() -> {
                    try {
                      for (int i = 0; i < 5; i++) {
                        rig.simulation.sleep(Duration.ofSeconds(4));
                        call.heartbeat();
                      }
                      done.complete(true);
                    } catch (InterruptedException e) {
                      done.completeExceptionally(e);
                    }
                  })
                  .start();
              rig.simulation.await(done, Duration.ofDays(1));
              return Payload.EMPTY;
            });
    rig.simulation.run();
    assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
  }
}
