package dev.belay.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  /** Shortly before the clock wraps. */
  private final long start = Long.parseLong("9223372036854775797");

  @Test
  @DisplayName("S0-10, S0-12: due from the very nanosecond on, also where the clock wraps")
  void aDeadlineIsInclusive() {
    var deadline = Deadline.after(start, Duration.ofNanos(100));
    assertThat(deadline.isDue(start + 99)).isFalse();
    assertThat(deadline.isDue(start + 100)).isTrue();
    assertThat(deadline.left(start + 40)).isEqualTo(Duration.ofNanos(60));
    assertThat(deadline.left(start + 140)).isZero();
  }

  @Test
  @DisplayName("S0-4, S0-5: zero never comes, and neither does what is beyond all use")
  void zeroAndAgesNeverCome() {
    assertThat(Deadline.after(start, Duration.ZERO)).isEqualTo(Deadline.NEVER);
    assertThat(Deadline.after(start, Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Deadline.NEVER);
    assertThat(Deadline.NEVER.isDue(Long.MAX_VALUE)).isFalse();
  }

  @Test
  void theSoonerOfTwoIsFoundAlsoWhereTheClockWraps() {
    var sooner = Deadline.after(start, Duration.ofNanos(1));
    var later = Deadline.after(start, Duration.ofDays(36_499));
    assertThat(later.orSooner(sooner)).isEqualTo(sooner);
    assertThat(sooner.orSooner(later)).isEqualTo(sooner);
    assertThat(Deadline.NEVER.orSooner(later)).isEqualTo(later);
    assertThat(later.orSooner(Deadline.NEVER)).isEqualTo(later);
  }
}
