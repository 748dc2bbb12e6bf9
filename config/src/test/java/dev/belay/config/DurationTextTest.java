package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
  @ParameterizedTest
  @DisplayName("C8 no suffix is seconds, fractions are kept")
  @CsvSource({
    "60, PT1M",
    "0, PT0S",
    "0.5, PT0.5S",
    ".25, PT0.25S",
    "+5, PT5S",
    "1e3, PT1000S",
    "1.5e-3, PT0.0015S",
    "30s, PT30S",
    "250ms, PT0.25S",
    "250 ms, PT0.25S",
    "5m, PT5M",
    "1.5h, PT1H30M",
    "' 7 ', PT7S",
    "315532800, PT87648H"
  })
  void aNumberIsSecondsUnlessItSaysOtherwise(String text, Duration expected) {
    assertThat(DurationText.read(text)).isEqualTo(new Reading.Good<>(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s",
        "soon",
        "NaN",
        ".nan",
        ".inf",
        "Infinity",
        "-.inf",
        "1_000",
        "0x10",
        "1:30",
        "5 min",
        "5M",
        "5d",
        "1e1000",
        "1,5",
        "--5",
        "true",
        "\u0665"
      })
  void whatIsNoNumberIsWrong(String text) {
    assertThat(DurationText.read(text)).isInstanceOf(Reading.Wrong.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"315532801", "1e999", "99999999h", "-1e999"})
  void moreThanTenYearsIsWrong(String text) {
    assertThat(DurationText.read(text))
        .isEqualTo(new Reading.Wrong<>("expected at most ten years (0 = none)"));
  }

  @ParameterizedTest
  @DisplayName("S0-32 negative values are treated as 0, with a warning (C6)")
  @ValueSource(strings = {"-1", "-0.001", "-5m"})
  void negativeIsZeroWithARemark(String text) {
    assertThat(DurationText.read(text))
        .isEqualTo(
            new Reading.Odd<>(Duration.ZERO, "is negative and taken as 0, which means none"));
  }

  @Test
  void aTinyLimitDoesNotBecomeNone() {
    assertThat(DurationText.read("1e-999")).isEqualTo(new Reading.Good<>(Duration.ofNanos(1)));
  }

  @Test
  void aDurationIsShownAsItWouldBeWritten() {
    assertThat(DurationText.show(Duration.ofMinutes(30))).isEqualTo("1800");
    assertThat(DurationText.show(Duration.ofMillis(1500))).isEqualTo("1.5");
    assertThat(DurationText.show(Duration.ofNanos(1))).isEqualTo("0.000000001");
    assertThat(DurationText.show(Duration.ZERO)).isEqualTo("0");
  }
}
