package dev.belay.mcp.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.progress.ClientProgress.Allowance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P13: no second has more than twenty")
final class AllowanceTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  @Test
  void twentyGoAtOnceAndTheNextASecondAfterTheFirst() {
    var allowance = new Allowance(20);
    for (int i = 0; i < 20; i++) {
      assertThat(allowance.take(i)).isTrue();
    }
    assertThat(allowance.take(19)).isFalse();
    assertThat(allowance.pause(19)).isEqualTo(Duration.ofNanos(SECOND - 19));
    assertThat(allowance.take(SECOND - 1)).isFalse();
    assertThat(allowance.take(SECOND)).isTrue();
    assertThat(allowance.take(SECOND)).as("the second one came a nanosecond later").isFalse();
  }

  @Test
  void noWindowOfASecondHasMoreWhateverIsAsked() {
    var random = new Random(13);
    var allowance = new Allowance(20);
    var taken = new ArrayList<Long>();
    long now = Long.MAX_VALUE - 3 * SECOND; // a clock that overflows on the way
    for (int i = 0; i < 20_000; i++) {
      now += random.nextInt(20_000_000);
      if (allowance.take(now)) {
        taken.add(now);
      } else {
        assertThat(allowance.pause(now)).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(1));
      }
    }
    for (int i = 20; i < taken.size(); i++) {
      assertThat(taken.get(i) - taken.get(i - 20)).isGreaterThanOrEqualTo(SECOND);
    }
    assertThat(taken).hasSizeGreaterThan(3_000);
  }
}
