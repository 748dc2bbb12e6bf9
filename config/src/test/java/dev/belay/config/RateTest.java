package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Rates as users write them")
class RateTest {
  @ParameterizedTest
  @CsvSource({
    "100/1m,100,60000",
    "5/s,5,1000",
    "1 / 500ms,1,500",
    "60/60,60,60000",
    "2/h,2,3600000"
  })
  void aNumberInATime(String text, int count, long millis) {
    assertThat(Rate.read(text))
        .isEqualTo(new Reading.Good<>(new Rate(count, Duration.ofMillis(millis))));
  }

  @Test
  void zeroIsWithoutLimitAndShownAsThat() {
    assertThat(Rate.read("0")).isEqualTo(new Reading.Good<>(Rate.NONE));
    assertThat(Rate.NONE.isNone()).isTrue();
    assertThat(Rate.show(Rate.NONE)).isEqualTo("0");
    assertThat(Rate.show(new Rate(3, Duration.ofMillis(1_500)))).isEqualTo("3/1.5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "10", "0/s", "/s", "10/", "-1/s", "10/0", "10/-1", "1.5/s", "9999999/1ms"})
  @DisplayName("Bad input: what is no rate, or is faster than any clock")
  void whatIsNoRateIsRefused(String text) {
    assertThat(Rate.read(text))
        .isEqualTo(
            new Reading.Wrong<Rate>(
                "expected a number in a time, such as 100/1m or 5/s (0 = no limit)"));
  }
}
