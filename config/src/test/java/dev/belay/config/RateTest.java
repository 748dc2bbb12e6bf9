package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Rates as users write them, and which of them is a tool's")
class RateTest {
  @TempDir Path directory;

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

  @Test
  void theMostSpecificGlobThatSaysOneCounts() {
    var scene =
        new Scene(directory)
            .yaml(
                """
                mcpServers: { files: { command: x }, docs: { command: y } }
                tools:
                  "*": { rate_limit: 10/s }
                  "files__read": { rate_limit: 0 }
                  "write_file": { timeout: 5 }
                  "docs__*": { rate_limit: 2/s }
                """);
    var settings = scene.settings();
    assertThat(Rate.show(settings.rate("files", "read"))).isEqualTo("0");
    assertThat(Rate.show(settings.rate("files", "write_file"))).isEqualTo("10/1");
    assertThat(Rate.show(settings.rate("docs", "read"))).isEqualTo("2/1");
    assertThat(Settings.defaults().rate("any", "any").isNone()).isTrue();
  }
}
