package dev.belay.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Time that a test moves by hand")
class HandTimeTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final HandTime time = new HandTime();
  private final List<String> done = new ArrayList<>();

  private void at(Duration delay, String what) {
    var _ = time.after(delay, () -> done.add(what + " at " + Duration.ofNanos(time.nanos())));
  }

  private static <T> FutureTask<T> begin(Callable<T> wait) {
    var task = new FutureTask<>(wait);
    Thread.ofVirtual().start(task);
    return task;
  }

  @Test
  void itStandsUntilItIsMoved() {
    assertThat(time.nanos()).isZero();
    time.advance(SECOND);
    assertThat(time.nanos()).isEqualTo(SECOND.toNanos());
    assertThat(time.wall()).isEqualTo(Instant.EPOCH.plus(SECOND));
  }

  @Test
  @DisplayName("What comes due happens in its order, at its own time, and what is closed does not")
  void timersRunInOrderAtTheirOwnTime() {
    at(SECOND.multipliedBy(2), "late");
    at(SECOND, "first");
    at(SECOND, "second");
    time.after(SECOND, () -> done.add("closed")).close();
    at(SECOND.multipliedBy(3), "not yet");
    time.advance(SECOND.multipliedBy(2));
    assertThat(done).containsExactly("first at PT1S", "second at PT1S", "late at PT2S");
    assertThat(time.armedTimers()).isEqualTo(1);
  }

  @Test
  void aTimerMayArmAndCloseOthersThatAreDueAtOnce() {
    var others = new ArrayList<Time.Timer>();
    var _ =
        time.after(
            SECOND,
            () -> {
              others.forEach(Time.Timer::close);
              at(SECOND, "armed on the way");
            });
    others.add(time.after(SECOND, () -> done.add("closed in the same instant")));
    time.advance(SECOND.multipliedBy(5));
    assertThat(done).containsExactly("armed on the way at PT2S");
    assertThat(time.nanos()).isEqualTo(SECOND.multipliedBy(5).toNanos());
  }

  @Test
  void whatIsDueAlreadyNeedsAMoveAllTheSame() {
    at(Duration.ZERO, "now");
    at(Duration.ofSeconds(-1), "long ago");
    assertThat(done).isEmpty();
    time.advance(Duration.ZERO);
    assertThat(done).containsExactly("now at PT0S", "long ago at PT0S");
  }

  @Test
  void whatATimerThrowsReachesTheOneWhoMovesTheClock() {
    var _ =
        time.after(
            SECOND,
            () -> {
              throw new IllegalStateException("a defect");
            });
    at(SECOND, "next");
    assertThatThrownBy(() -> time.advance(SECOND.multipliedBy(9))).hasMessage("a defect");
    assertThat(time.nanos()).isEqualTo(SECOND.toNanos());
    time.advance(Duration.ZERO);
    assertThat(done).containsExactly("next at PT1S");
  }

  @Test
  @DisplayName("A wait ends with its stage or at its limit by this clock, and leaves nothing armed")
  void aWaitEndsWithItsStageOrItsLimit() throws ExecutionException, InterruptedException {
    var stage = new CompletableFuture<String>();
    var tooShort = begin(() -> time.await(stage, SECOND));
    time.pass(SECOND);
    assertThat(tooShort.get()).isFalse();

    var longEnough = begin(() -> time.await(stage, SECOND));
    stage.completeExceptionally(new IllegalStateException("however it completes"));
    assertThat(longEnough.get()).isTrue();
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  void aWaitWithoutLengthEndsAtOnce() throws InterruptedException {
    assertThat(time.await(new CompletableFuture<>(), Duration.ZERO)).isFalse();
    assertThat(time.await(CompletableFuture.completedFuture("x"), Duration.ZERO)).isTrue();
  }

  @Test
  void aSleeperSleepsUntilTheClockHasReachedItsEnd()
      throws ExecutionException, InterruptedException {
    var slept =
        begin(() -> {
          time.sleep(SECOND);
          return time.nanos();
        });
    time.pass(SECOND);
    assertThat(slept.get()).isEqualTo(SECOND.toNanos());
  }

  @Test
  void aWaitCanBeInterrupted() {
    var slept =
        begin(() -> {
          Thread.currentThread().interrupt();
          time.sleep(SECOND);
          return "unreachable";
        });
    assertThatThrownBy(slept::get).hasCauseInstanceOf(InterruptedException.class);
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName(
      "A delay can be let pass before anybody has asked for it, and only what is left of it")
  void passingADelayWaitsForSomebodyToAskForIt() throws ExecutionException, InterruptedException {
    var passed =
        begin(() -> {
          time.pass(SECOND.multipliedBy(2));
          return time.nanos();
        });
    at(SECOND.multipliedBy(3), "another");
    at(SECOND, "sooner");
    time.advance(SECOND);
    at(SECOND.multipliedBy(2), "asked");
    assertThat(passed.get()).isEqualTo(SECOND.multipliedBy(3).toNanos());
    assertThat(done).containsExactly("sooner at PT1S", "another at PT3S", "asked at PT3S");

    at(SECOND.multipliedBy(4), "half gone");
    time.advance(SECOND.multipliedBy(3));
    time.pass(SECOND.multipliedBy(4));
    assertThat(time.nanos()).isEqualTo(SECOND.multipliedBy(7).toNanos());
  }
}
