package dev.belay.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A wait asks its condition until it holds. */
class PatienceTest {
  @Test
  void aWaitEndsAsSoonAsItsConditionHolds() throws InterruptedException {
    var asked = new AtomicInteger();
    Patience.await(() -> asked.incrementAndGet() == 3, () -> "asked " + asked + " times");
    assertThat(asked).hasValue(3);
  }

  @Test
  void timePassesOnTheGivenClockUntilTheConditionHolds() throws InterruptedException {
    var time = new HandTime();
    var step = Duration.ofSeconds(2);
    Patience.await(time, step, () -> time.nanos() >= 3 * step.toNanos(), () -> "no time passes");
    assertThat(time.nanos()).as("and no longer").isEqualTo(3 * step.toNanos());
  }
}
