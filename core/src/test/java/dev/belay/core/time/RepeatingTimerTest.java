package dev.belay.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A repeating timer")
class RepeatingTimerTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final HandTime time = new HandTime();
  private final List<Duration> runs = new ArrayList<>();

  private void run() {
    runs.add(Duration.ofNanos(time.nanos()));
  }

  @Test
  @DisplayName("runs first after one period, then every period, and leaves nothing once closed")
  void everyPeriod() {
    try (var _ = time.every(SECOND, this::run)) {
      time.advance(Duration.ofMillis(999));
      assertThat(runs).isEmpty();
      time.advance(Duration.ofMillis(2001));
      assertThat(runs).containsExactly(SECOND, SECOND.multipliedBy(2), SECOND.multipliedBy(3));
    }
    assertThat(time.armedTimers()).isZero();
    time.advance(SECOND.multipliedBy(9));
    assertThat(runs).hasSize(3);
  }

  @Test
  @DisplayName("runs after the delay that the last run asked for, and ends where it asked for none")
  void theRunSaysWhenTheNextIs() {
    var delays = new ArrayList<>(List.of(SECOND.multipliedBy(5), SECOND));
    try (var _ =
        time.repeat(
            SECOND,
            () -> {
              run();
              return delays.isEmpty() ? null : delays.removeFirst();
            })) {
      time.advance(SECOND.multipliedBy(60));
      assertThat(runs).containsExactly(SECOND, SECOND.multipliedBy(6), SECOND.multipliedBy(7));
      assertThat(time.armedTimers()).isZero();
    }
  }

  @Test
  void aRunMayCloseIt() {
    var own = new AtomicReference<Time.Timer>();
    own.set(
        time.every(
            SECOND,
            () -> {
              run();
              own.get().close();
            }));
    time.advance(SECOND);
    assertThat(time.armedTimers()).isZero();
    time.advance(SECOND.multipliedBy(9));
    assertThat(runs).containsExactly(SECOND);
  }

  @Test
  @DisplayName("survives a run that fails: the next is due after the same delay")
  void aFailureDoesNotEndIt() {
    try (var _ =
        time.every(
            SECOND,
            () -> {
              run();
              throw new IllegalStateException("broken");
            })) {
      assertThatThrownBy(() -> time.advance(SECOND)).hasMessage("broken");
      assertThatThrownBy(() -> time.advance(SECOND)).hasMessage("broken");
      assertThat(runs).hasSize(2);
    }
  }

  @Tag("process")
  @Test
  void theMachinesOwnClockRepeatsToo() throws InterruptedException {
    var three = new CountDownLatch(3);
    try (var _ = Time.system().every(Duration.ofMillis(1), three::countDown)) {
      assertThat(three.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void simulatedTimeRepeatsToo() {
    var simulation = new Simulation(7);
    try (var _ = simulation.every(SECOND, () -> runs.add(Duration.ofNanos(simulation.nanos())))) {
      simulation.runFor(Duration.ofMillis(3500));
    }
    simulation.run();
    assertThat(runs).hasSize(3);
    assertThat(simulation.armedTimers()).isZero();
  }
}
