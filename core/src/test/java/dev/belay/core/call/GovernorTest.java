package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GovernorTest {
  private final Rig rig = new Rig(1);

  @Test
  @DisplayName("S0-12, S0-13: the total limit ends a call that beats, at the very nanosecond")
  void theTotalLimitEndsABeatingCall() {
    var started =
        rig.run(
            Limits.ofSeconds(30, 5),
            call -> {
              while (true) {
                rig.simulation.sleep(Duration.ofSeconds(1));
                call.heartbeat();
              }
            });
    assertThat(started.outcome())
        .isInstanceOfSatisfying(
            Outcome.TimedOut.class,
            timedOut -> {
              assertThat(timedOut.limit()).isEqualTo(Limit.TOTAL);
              assertThat(timedOut.elapsed()).isEqualTo(Duration.ofSeconds(30));
              assertThat(timedOut.message()).isEqualTo("Tool exceeded wall-clock limit of 30s.");
            });
    assertThat(rig.simulation.armedTimers()).isZero();
  }

  @Test
  @DisplayName("S0-10, S0-11, S0-17, J2: a silent call ends at the idle limit")
  void aSilentCallEndsAtTheIdleLimit() {
    var started = rig.run(Limits.DEFAULT, rig.pausing(86_400));
    assertThat(started.outcome())
        .isInstanceOfSatisfying(
            Outcome.TimedOut.class,
            timedOut -> {
              assertThat(timedOut.message())
                  .isEqualTo(
                      "No progress for 120s (idle timeout). "
                          + "Tool should call heartbeat() during long work.");
              assertThat(timedOut.elapsed()).isEqualTo(Duration.ofSeconds(120));
            });
    assertThat(started.call().stopStep()).contains(StopStep.INTERRUPTED);
    assertThat(rig.governor.directory().calls()).isEmpty();
  }

  @Test
  void aRaceOfResultAndDeadlineHasBothOrdersAndOneOutcomeEach() {
    var seen = new HashSet<String>();
    for (long seed = 0; seed < 200; seed++) {
      var world = new Rig(seed);
      var started = world.run(Limits.ofSeconds(5, 0), world.pausing(5));
      seen.add(started.outcome().word());
    }
    assertThat(seen).containsExactlyInAnyOrder("completed", "timed out");
  }

  @Test
  @DisplayName("S0-23, S0-26: there is no way to run work but through the governor")
  void onlyAGovernorMakesCalls() {
    assertThat(Call.class.getConstructors()).isEmpty();
    assertThat(CallContext.class.getConstructors()).isEmpty();
  }
}
