package dev.belay.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class BackoffTest {
  private final Simulation time = new Simulation(1);
  private final AtomicInteger acted = new AtomicInteger();

  @Test
  void itWaitsLongerEachTimeThatNothingCameAndAsLongAsTheServerWants() {
    var backoff = new Backoff(3);
    assertThat(backoff.next(true, Duration.ofMillis(10))).hasMillis(10);
    assertThat(backoff.next(false, Duration.ofMillis(10))).hasMillis(10);
    assertThat(backoff.next(false, Duration.ofMillis(10))).hasMillis(20);
    assertThat(backoff.next(false, null)).hasSeconds(4);
    assertThat(backoff.next(false, null)).isNull();
    assertThat(backoff.next(true, Duration.ofMinutes(2))).hasMinutes(2);
  }

  @Test
  void itNeverWaitsLongerThanHalfAMinuteByItself() {
    var backoff = new Backoff(Integer.MAX_VALUE);
    for (int i = 0; i < 100; i++) {
      assertThat(backoff.next(false, null)).isLessThanOrEqualTo(Duration.ofSeconds(30));
    }
  }

  @Test
  void silenceIsCountedFromTheLastSignOfLife() {
    var silence = new Silence(time, Duration.ofSeconds(10), acted::incrementAndGet);
    time.after(Duration.ofSeconds(8), silence::heard);
    time.runFor(Duration.ofSeconds(17));
    assertThat(acted).hasValue(0);
    time.runFor(Duration.ofSeconds(1));
    assertThat(acted).hasValue(1);
    assertThat(silence.isBroken()).isTrue();
  }

  @Test
  void aStalledProcessGetsOnePeriodMore() {
    try (var _ = new Silence(time, Duration.ofSeconds(10), acted::incrementAndGet)) {
      time.stall(Duration.ofMinutes(5));
      time.runFor(Duration.ofSeconds(9));
      assertThat(acted).hasValue(0);
      time.runFor(Duration.ofSeconds(1));
      assertThat(acted).hasValue(1);
    }
  }

  @Test
  void aSilenceThatIsOverArmsNothing() {
    new Silence(time, Duration.ofSeconds(10), acted::incrementAndGet).close();
    new Silence(time, Duration.ZERO, acted::incrementAndGet).close();
    assertThat(time.armedTimers()).isZero();
    time.runFor(Duration.ofMinutes(1));
    assertThat(acted).hasValue(0);
  }
}
