package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsInForceTest {
  private final Rig rig = new Rig(1);

  @Test
  @DisplayName("P2, S0-10: a beat one nanosecond before the deadline saves the call")
  void aBeatBeforeTheDeadlineSavesTheCall() {
    var started =
        rig.run(
            Limits.ofSeconds(0, 5),
            call -> {
              rig.simulation.sleep(Duration.ofNanos(4_999_999_999L));
              call.heartbeat();
              rig.simulation.sleep(Duration.ofNanos(4_999_999_999L));
              return Payload.EMPTY;
            });
    assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  @DisplayName("P2, S0-9, S0-10: silence counts from the last beat, to the nanosecond")
  void silenceCountsFromTheLastBeat() {
    var started =
        rig.run(
            Limits.ofSeconds(60, 5),
            call -> {
              rig.simulation.sleep(Duration.ofNanos(3_000_000_007L));
              call.heartbeat();
              return rig.pausing(1_000).run(call);
            });
    assertThat(started.outcome())
        .isEqualTo(
            new Outcome.TimedOut(
                Limit.IDLE, Duration.ofSeconds(5), Duration.ofNanos(8_000_000_007L), null));
  }

  @Test
  @DisplayName("The tie rule: where both limits are due at once, the idle one is reported")
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
  @DisplayName("S0-5, S0-14, C31: without an idle limit a deaf call is answered at the total one")
  void withoutIdleOnlyTheTotalLimitApplies() {
    var started = rig.start(Limits.ofSeconds(180, 0), rig.deafFor(100_000));
    rig.simulation.runFor(Duration.ofSeconds(180));
    assertThat(started.ranFor()).isEqualTo(Duration.ofSeconds(180));
    assertThat(((Outcome.TimedOut) started.outcome()).message())
        .isEqualTo("Tool exceeded wall-clock limit of 180s.");
  }

  @Test
  @DisplayName("S0-4, S0-15, S0-16: without limits a call may run for a week")
  void withoutLimitsNothingEndsACall() {
    var started = rig.run(Limits.NONE, rig.pausing(7 * 86_400));
    assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  @DisplayName("A call without limits wakes nobody up")
  void aCallWithoutLimitsArmsNoSweep() {
    rig.start(Limits.NONE, rig.pausing(100));
    rig.simulation.runFor(Duration.ofSeconds(1));
    assertThat(rig.simulation.armedTimers()).as("the work's own pause").isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("Limits replaced in flight count from where they counted before")
  @CsvSource({
    "lengthened, 10, 9, 25, 0, 25, 25",
    "shortened below what has passed: it ends now, 100, 30, 20, 0, 30, 20",
    "given to a call that had none, 0, 30, 40, 35, 35, 35"
  })
  void limitsAreReplacedInFlight(
      String how, int before, double at, int total, int idle, int end, int allowed) {
    var started = rig.start(Limits.ofSeconds(before, 0), rig.pausing(1_000));
    rig.at(at, () -> started.call().replaceLimits(Limits.ofSeconds(total, idle), "console"));
    rig.simulation.run();
    boolean isLate = end > allowed;
    assertThat(started.ranFor())
        .as(how)
        .isBetween(Duration.ofSeconds(end), Duration.ofMillis(end * 1_000L + (isLate ? 100 : 0)));
    assertThat(((Outcome.TimedOut) started.outcome()).allowed()).hasSeconds(allowed);
  }

  @Test
  @DisplayName("An absurdly long limit is none, and leaves the limits of other calls in force")
  void anAbsurdLimitHurtsNobody() {
    var forever = Duration.ofSeconds(Long.MAX_VALUE);
    var absurd = rig.start(new Limits(forever, forever), rig.pausing(100));
    var far =
        rig.start(new Limits(Duration.ofNanos(Long.MAX_VALUE), Duration.ZERO), rig.pausing(100));
    var silent = rig.start(Limits.ofSeconds(20, 10), rig.pausing(1_000));
    rig.simulation.run();
    assertThat(silent.ranFor()).isEqualTo(Duration.ofSeconds(10));
    assertThat(absurd.outcome()).isInstanceOf(Outcome.Completed.class);
    assertThat(far.outcome()).isInstanceOf(Outcome.Completed.class);
  }

  @Test
  @DisplayName("A call that times out says what it last reported, and when")
  void aTimeOutTellsTheLastWord() {
    var started =
        rig.run(
            Limits.ofSeconds(60, 5),
            call -> {
              rig.simulation.sleep(Duration.ofSeconds(4));
              call.heartbeat("page 3 of 9", 3.0, 9.0);
              return rig.pausing(1_000).run(call);
            });
    assertThat(((Outcome.TimedOut) started.outcome()).last())
        .isEqualTo(new Heartbeat(Duration.ofSeconds(4), "page 3 of 9", 3.0, 9.0));
  }

  @Test
  @DisplayName("P1: a defect in judging one call does not end the limits of the others")
  void limitsOutliveADefect() {
    var fails = new AtomicBoolean();
    var governor =
        new Governor(
            new GovernorOptions(
                rig.simulation,
                work -> {
                  if (fails.getAndSet(false)) {
                    throw new IllegalStateException("no thread");
                  }
                  return rig.simulation.threads().newThread(work);
                },
                new Random(1),
                "sim",
                rig.journal,
                Ledger.NONE,
                Duration.ofSeconds(2),
                Duration.ofMillis(100)));
    var request = Rig.request();
    var _ = governor.start(request.withLimits(Limits.ofSeconds(1, 0)), rig.pausing(1_000));
    var other = governor.start(request.withLimits(Limits.ofSeconds(5, 0)), rig.pausing(1_000));
    fails.set(true);
    assertThatThrownBy(rig.simulation::run).hasMessage("no thread");
    rig.simulation.run();
    assertThat(other.outcome().orElseThrow()).isInstanceOf(Outcome.TimedOut.class);
  }
}
