package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.journal.CallEvent;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** C17: an open question to the client holds the idle clock, the total one goes on. */
class HoldTest {
  private final Rig rig = new Rig(1);

  private void hold(Call call, double from, double to) {
    rig.at(
        from,
        () -> {
          var hold = call.hold("question");
          rig.at(to, hold::close);
        });
  }

  @Test
  void theIdleClockGoesOnFromWhereItStood() {
    var started = rig.start(Limits.ofSeconds(0, 30), rig.pausing(1_000));
    hold(started.call(), 10, 60);
    rig.simulation.run();
    assertThat(started.ranFor()).isEqualTo(Duration.ofSeconds(80));
  }

  @Test
  void theTotalClockGoesOnMeanwhile() {
    var started = rig.start(Limits.ofSeconds(40, 30), rig.pausing(1_000));
    hold(started.call(), 10, 60);
    rig.simulation.run();
    assertThat(started.ranFor()).isEqualTo(Duration.ofSeconds(40));
    assertThat(((Outcome.TimedOut) started.outcome()).limit()).isEqualTo(Limit.TOTAL);
  }

  @Test
  void twoHoldsInARowBothCount() {
    var started = rig.start(Limits.ofSeconds(0, 30), rig.pausing(1_000));
    hold(started.call(), 10, 30);
    hold(started.call(), 35, 55);
    rig.simulation.run();
    assertThat(started.ranFor()).isEqualTo(Duration.ofSeconds(70));
  }

  @Test
  void overlappingHoldsCountOnce() {
    var started = rig.start(Limits.ofSeconds(0, 30), rig.pausing(1_000));
    hold(started.call(), 10, 30);
    hold(started.call(), 20, 50);
    rig.simulation.run();
    assertThat(started.ranFor()).isEqualTo(Duration.ofSeconds(70));
  }

  @Test
  void aBeatDuringAHoldStartsAFullPeriodAtItsEnd() {
    var started =
        rig.start(
            Limits.ofSeconds(0, 30),
            call -> {
              rig.simulation.sleep(Duration.ofSeconds(20));
              call.heartbeat();
              return rig.pausing(1_000).run(call);
            });
    hold(started.call(), 10, 60);
    rig.simulation.run();
    assertThat(started.ranFor()).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void aHoldClosedTwiceCountsOnce() {
    var started = rig.start(Limits.ofSeconds(0, 30), rig.pausing(1_000));
    rig.at(
        10,
        () -> {
          var first = started.call().hold("one");
          var second = started.call().hold("two");
          first.close();
          first.close();
          rig.at(50, second::close);
        });
    rig.simulation.run();
    assertThat(started.ranFor()).isEqualTo(Duration.ofSeconds(70));
  }

  @Test
  @DisplayName("P4: what silence a stall forgave stays forgiven through a hold")
  void aHoldAfterAStallKeepsWhatTheStallForgave() {
    var started = rig.start(Limits.ofSeconds(0, 30), rig.pausing(1_000));
    rig.at(20, () -> rig.simulation.stall(Duration.ofSeconds(80)));
    hold(started.call(), 110, 130);
    rig.simulation.run();
    // The stall is forgiven up to 100; 10 s of silence, a hold of 20 s, and 20 s left at 130.
    assertThat(started.ranFor()).isBetween(Duration.ofSeconds(150), Duration.ofMillis(150_100));
  }

  @Test
  void theJournalTellsOfHoldsAndOfNoneAfterTheEnd() {
    var started = rig.start(Limits.ofSeconds(0, 30), rig.pausing(20));
    hold(started.call(), 5, 10);
    hold(started.call(), 15, 100);
    hold(started.call(), 101, 102);
    rig.simulation.run();
    assertThat(rig.eventsOf(started.call()))
        .containsExactly(
            new CallEvent.Accepted(),
            new CallEvent.Running(Duration.ZERO, Duration.ofSeconds(30)),
            new CallEvent.Held("question"),
            new CallEvent.Released("question"),
            new CallEvent.Held("question"),
            new CallEvent.Settled("completed", "", "", Duration.ZERO, Duration.ofSeconds(20)));
  }
}
