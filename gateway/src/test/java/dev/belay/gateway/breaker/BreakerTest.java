package dev.belay.gateway.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A server that fails repeatedly gets no calls for a while, and is then tried again")
final class BreakerTest {
  private final HandTime time = new HandTime();
  private final Breaker breaker = new Breaker("docs", time);

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      enter().failed("exit code 3\nmore");
    }
  }

  private void answer(int times) {
    for (int i = 0; i < times; i++) {
      enter().answered();
    }
  }

  private Breaker.Admission enter() {
    return switch (breaker.enter()) {
      case Breaker.Admission admitted -> admitted;
      case Breaker.Entry.Refused(String why) -> throw new AssertionError(why);
    };
  }

  /** {@return the call that an open breaker lets through after its pause} */
  private Breaker.Admission trial() {
    fail(10);
    time.advance(Breaker.PAUSE);
    return enter();
  }

  private String refusal() {
    return switch (breaker.enter()) {
      case Breaker.Admission _ -> throw new AssertionError("It was let through.");
      case Breaker.Entry.Refused(String why) -> why;
    };
  }

  @Test
  void theBreakerOpensWhenHalfOfTheLastCallsFail() {
    answer(6);
    fail(5);
    assertThat(breaker.figures()).isEqualTo(new BreakerFigures(BreakerFigures.State.CLOSED, 5, 11));
    fail(1);
    assertThat(breaker.figures()).isEqualTo(new BreakerFigures(BreakerFigures.State.OPEN, 6, 12));
    assertThat(breaker.figures().failureRatePct()).isEqualTo(50.0);
    assertThat(refusal())
        .isEqualTo(
            "The server \"docs\" failed 6 of its last 12 calls, so it is left alone for now. It is"
                + " tried again in 10 s. The last failure: exit code 3");
  }

  @Test
  void fewCallsProveNothing() {
    fail(9);
    var _ = enter();
  }

  @Test
  @DisplayName("Failures long ago are forgotten: only the last calls count")
  void onlyTheLastCallsCount() {
    fail(9);
    answer(20);
    fail(9);
    assertThat(breaker.figures()).isEqualTo(new BreakerFigures(BreakerFigures.State.CLOSED, 9, 20));
    fail(1);
    assertThat(refusal()).contains("of its last 20 calls");
  }

  @Test
  @DisplayName("After the pause one call tries; if it is answered, all go on")
  void afterThePauseOneCallIsAdmittedAsATrial() {
    fail(10);
    time.advance(Breaker.PAUSE.minusMillis(1));
    assertThat(refusal()).contains("tried again in 1 s");
    time.advance(Duration.ofMillis(1));
    assertThat(breaker.figures().state()).isEqualTo(BreakerFigures.State.HALF_OPEN);
    var trial = enter();
    assertThat(refusal()).contains("It is being tried again now");
    assertThat(breaker.figures().state()).isEqualTo(BreakerFigures.State.HALF_OPEN);
    trial.answered();
    assertThat(breaker.figures()).isEqualTo(new BreakerFigures(BreakerFigures.State.CLOSED, 0, 0));
    answer(2);
  }

  @Test
  void aTrialThatFailsDoublesThePauseUpToItsLongest() {
    fail(10);
    for (long pause : new long[] {10, 20, 40, 60, 60}) {
      assertThat(refusal()).contains("tried again in " + pause + " s");
      time.advance(Duration.ofSeconds(pause));
      enter().failed("still gone");
    }
    assertThat(refusal()).endsWith("The last failure: still gone");
  }

  @Test
  @DisplayName("A trial that its client cancels proves nothing: the next call tries")
  void aCancelledTrialProvesNothing() {
    trial().unjudged();
    var next = enter();
    assertThat(refusal()).contains("It is being tried again now");
    next.answered();
    answer(2);
  }

  @Test
  @DisplayName("A long trial does not exclude others: another call tries after a while")
  void aLongTrialLetsAnotherCallTry() {
    var hour = trial();
    time.advance(Breaker.TRIAL.minusMillis(1));
    assertThat(refusal()).contains("It is being tried again now");
    time.advance(Duration.ofMillis(1));
    enter().answered();
    answer(3);
    hour.failed("at last");
    assertThat(breaker.figures()).isEqualTo(new BreakerFigures(BreakerFigures.State.CLOSED, 0, 3));
  }

  @Test
  @DisplayName("A trial with progress closes the breaker: all go on")
  void progressOfATrialClosesTheBreaker() {
    var trial = trial();
    trial.progressed();
    answer(1);
    trial.progressed();
    trial.failed("in the end");
    assertThat(breaker.figures()).isEqualTo(new BreakerFigures(BreakerFigures.State.CLOSED, 0, 1));
  }

  @Test
  @DisplayName("Of several trials the first that fails decides: the pause is doubled once")
  void trialsThatFailTogetherDoubleThePauseOnce() {
    var first = trial();
    time.advance(Breaker.TRIAL);
    var second = enter();
    first.failed("gone");
    second.failed("gone as well");
    assertThat(refusal()).contains("tried again in 20 s").endsWith("The last failure: gone");
  }

  @Test
  @DisplayName("Calls from before it opened decide nothing, also while a trial runs")
  void callsAdmittedBeforeTheOpeningDecideNothing() {
    var answered = enter();
    var failed = enter();
    var takenBack = enter();
    var trial = trial();
    answered.answered();
    failed.failed("late");
    takenBack.unjudged();
    takenBack.progressed();
    assertThat(refusal())
        .contains("It is being tried again now")
        .endsWith("The last failure: exit code 3");
    trial.failed("still gone");
    assertThat(refusal()).contains("tried again in 20 s");
  }

  @Test
  void aServerWithoutCallsHasNoRate() {
    assertThat(breaker.figures().failureRatePct()).isZero();
  }
}
