package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.journal.CallEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "the idle clock goes on from where it stood, 0, 10-60, , IDLE, 80",
    "the total clock goes on meanwhile, 40, 10-60, , TOTAL, 40",
    "two holds in a row both count, 0, 10-30 35-55, , IDLE, 70",
    "overlapping holds count once, 0, 10-30 20-50, , IDLE, 70",
    "a beat during a hold starts a full period at its end, 0, 10-60, 20, IDLE, 90"
  })
  void clocksThroughHolds(
      String rule, int total, String holds, @Nullable Double beat, Limit limit, int end) {
    var work = beat == null ? rig.pausing(1_000) : rig.beatingAt(beat, 1_000);
    var started = rig.start(Limits.ofSeconds(total, 30), work);
    for (var hold : holds.split(" ")) {
      var ends = hold.split("-");
      hold(started.call(), Double.parseDouble(ends[0]), Double.parseDouble(ends[1]));
    }
    rig.simulation.run();
    assertThat(started.ranFor()).as(rule).isEqualTo(Duration.ofSeconds(end));
    assertThat(((Outcome.TimedOut) started.outcome()).limit()).isEqualTo(limit);
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
