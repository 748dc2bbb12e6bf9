package dev.belay.core.time;

import static org.assertj.core.api.Assertions.assertThat;

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
}
