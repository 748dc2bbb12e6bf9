package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C8: durations in messages are seconds as configured")
final class SecondsTest {
  @Test
  @DisplayName("in the words of BigDecimal, for ten thousand durations of either sign")
  void asBigDecimal() {
    var random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      long nanos = random.nextLong() >> random.nextInt(64);
      // Many with few digits, as people write them.
      nanos -= nanos % (long) Math.pow(10, random.nextInt(10));
      var expected = BigDecimal.valueOf(nanos, 9).stripTrailingZeros();
      assertThat(Seconds.text(Duration.ofNanos(nanos)))
          .isEqualTo(expected.signum() == 0 ? "0" : expected.toPlainString());
    }
  }
}
