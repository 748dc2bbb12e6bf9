package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Row;
import dev.belay.config.Settings;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The settings of http are options, and their help says what the code does")
final class HttpOptionTest {
  private static final List<Row> ROWS =
      Settings.defaults().explain().stream().filter(row -> row.key().startsWith("http.")).toList();

  @Test
  void everyKeyIsAnOption() {
    assertThat(Arrays.stream(HttpOption.values()).map(HttpOption::key))
        .containsExactlyElementsOf(ROWS.stream().map(Row::key).toList());
    assertThat(HttpOption.MAX_IN_FLIGHT_PER_SESSION.option())
        .isEqualTo("--max-in-flight-per-session");
  }

  @Test
  void theHelpTellsTheDefaults() {
    for (var row : ROWS) {
      var option = named(row.key());
      var value = row.value().equals("4194304") ? "4 MiB" : row.value();
      if (!value.equals("[]")) {
        assertThat(option.about()).containsPattern("\\(\\Q" + value + "\\E[;)]");
      }
    }
  }

  private static HttpOption named(String key) {
    return Arrays.stream(HttpOption.values())
        .filter(option -> option.key().equals(key))
        .findFirst()
        .orElseThrow();
  }
}
