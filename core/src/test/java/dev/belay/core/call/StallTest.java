package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** P4: the whole process stands still for a while, as after SIGSTOP or on a closed laptop. */
class StallTest {
  private final Rig rig = new Rig(1);

  private void stallAt(double moment, double length) {
    rig.at(moment, () -> rig.simulation.stall(Rig.seconds(length)));
  }

  @Test
  @DisplayName("P4: a stall kills no call whose beats and result only waited to be read")
  void aStallKillsNothingHealthy() {
    var beating = rig.start(Limits.ofSeconds(0, 5), rig.beatingAt(2, 4, 6, 8, 10, 12, 14));
    var ending = rig.start(Limits.ofSeconds(8, 0), rig.pausing(7));
    stallAt(3, 10);
    rig.simulation.run();
    assertThat(beating.outcome()).isInstanceOf(Outcome.Completed.class);
    assertThat(ending.outcome()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  @DisplayName("P4: after a stall a silent call has one idle period, not more")
  void aSilentCallGetsOneIdlePeriodAfterAStall() {
    var silent = rig.start(Limits.ofSeconds(0, 5), rig.pausing(1_000));
    stallAt(3, 10);
    rig.simulation.run();
    assertThat(silent.ranFor()).isBetween(Duration.ofSeconds(18), Duration.ofMillis(18_250));
  }

  @Test
  @DisplayName("P3, P4: the total limit is judged once what arrived in the stall has been read")
  void theTotalLimitIsJudgedAfterTheDrain() {
    var silent = rig.start(Limits.ofSeconds(8, 0), rig.pausing(1_000));
    var ending =
        rig.start(
            Limits.ofSeconds(8, 0),
            call -> {
              // Messages that arrived during the stall take a moment to be read.
              rig.simulation.sleep(Duration.ofSeconds(7));
              rig.simulation.sleep(Duration.ofMillis(200));
              return Payload.EMPTY;
            });
    stallAt(3, 10);
    rig.simulation.run();
    assertThat(silent.ranFor()).isBetween(Duration.ofSeconds(13), Duration.ofMillis(13_400));
    assertThat(ending.outcome()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  @DisplayName("The tie rule: a stall does not set apart two limits that are due at once")
  void aStallLeavesATieWhatItIs() {
    var silent = rig.start(Limits.ofSeconds(8, 8), rig.pausing(1_000));
    stallAt(3, 10);
    rig.simulation.run();
    assertThat(silent.ranFor()).isBetween(Duration.ofSeconds(13), Duration.ofMillis(13_400));
    assertThat(limitOf(silent)).isEqualTo(Limit.IDLE);
  }

  @Test
  @DisplayName("P4: a stall counts as no silence: of a call that beat, it is the total limit")
  void aStallIsNoSilence() {
    var beating = rig.start(Limits.ofSeconds(8, 8), rig.beatingAt(2, 1_000));
    stallAt(3, 10);
    rig.simulation.run();
    assertThat(limitOf(beating)).isEqualTo(Limit.TOTAL);
  }

  private static Limit limitOf(Rig.Started started) {
    return ((Outcome.TimedOut) started.outcome()).limit();
  }

  @Test
  @DisplayName("P4: hiccups below a second do not postpone a limit for ever")
  void hiccupsDoNotPostponeForEver() {
    var silent = rig.start(Limits.ofSeconds(0, 5), rig.pausing(1_000));
    for (int i = 0; i < 100; i++) {
      stallAt(i, 0.9);
    }
    rig.simulation.run();
    assertThat(silent.ranFor()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
  }

  @Test
  @DisplayName("P3: not even one stall after the other postpones the total limit for ever")
  void stallsInARowDoNotPostponeTheTotalLimitForEver() {
    var silent = rig.start(Limits.ofSeconds(10, 0), rig.pausing(1_000));
    for (int i = 0; i < 600; i++) {
      rig.at(1 + i * 1.3, () -> rig.simulation.stall(Duration.ofMillis(1_150)));
    }
    rig.simulation.run();
    assertThat(silent.ranFor()).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  @DisplayName("P4: a gate's own limit is judged after the drain, too")
  void aGateIsJudgedAfterTheDrain() {
    var gate = new AskingGate(Duration.ofSeconds(5));
    var started = rig.start(Rig.request().withGates(gate), rig.pausing(1));
    rig.at(4, gate::approve);
    stallAt(3, 10);
    rig.simulation.run();
    assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
  }
}
