package dev.belay.probe.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.belay.core.time.Seeds;
import dev.belay.probe.load.Tally.Recording;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Percentiles are by true nearest rank: never one rank too low for few samples")
final class LatencyTest {
  @ParameterizedTest
  @CsvSource({
    "4, 99, 4",
    "4, 50, 2",
    "10, 99, 10",
    "10, 95, 10",
    "10, 50, 5",
    "20, 95, 19",
    "100, 99, 99",
    "100, 7, 7",
    "200, 99, 198",
    "1000, 99, 990",
    "1, 1, 1",
    "1, 99, 1"
  })
  void theRankIsRoundedUp(int count, int percent, long value) {
    long[] sorted = new long[count];
    Arrays.setAll(sorted, i -> i + 1);

    assertThat(Latency.nearestRank(sorted, percent)).isEqualTo(value);
  }

  @Test
  @DisplayName("At least p % of all are not above it, and it is the smallest such value")
  void itIsTheSmallestThatCoversThePart() {
    Seeds.forEach(
        200,
        seed -> {
          var random = new Random(seed);
          long[] sorted = random.longs(1 + random.nextInt(300), 0, 50).sorted().toArray();
          int percent = 1 + random.nextInt(99);

          long found = Latency.nearestRank(sorted, percent);

          assertThat(covered(sorted, found) * 100)
              .isGreaterThanOrEqualTo((long) sorted.length * percent);
          assertThat(sorted).contains(found);
          Arrays.stream(sorted)
              .filter(one -> one < found)
              .forEach(one ->
                  assertThat(covered(sorted, one) * 100)
                      .isLessThan((long) sorted.length * percent));
        });
  }

  private static long covered(long[] all, long value) {
    return Arrays.stream(all).filter(one -> one <= value).count();
  }

  @Test
  @DisplayName("Counting in a histogram gives the same within its three digits")
  void bothRecordingsAgree() {
    Seeds.forEach(
        50,
        seed -> {
          var random = new Random(seed);
          var exact = new Recording.Exact();
          var counted = new Recording.Counted();
          random
              .longs(500, 1_000, 3_000_000_000L)
              .forEach(one -> {
                exact.record(one);
                counted.record(one);
              });

          var one = Objects.requireNonNull(exact.latency());
          var other = Objects.requireNonNull(counted.latency());

          assertThat(other.count()).isEqualTo(one.count());
          assertThat(other.p50()).isCloseTo(one.p50(), within(one.p50() / 500));
          assertThat(other.p95()).isCloseTo(one.p95(), within(one.p95() / 500));
          assertThat(other.p99()).isCloseTo(one.p99(), within(one.p99() / 500));
          assertThat(other.max()).isCloseTo(one.max(), within(one.max() / 500));
        });
  }

  @Test
  void nothingRecordedIsNoLatency() {
    assertThat(new Recording.Exact().latency()).isNull();
    assertThat(new Recording.Counted().latency()).isNull();
  }
}
