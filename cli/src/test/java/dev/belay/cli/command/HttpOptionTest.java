package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.HttpSettings;
import dev.belay.config.Settings;
import dev.belay.config.Settings.Row;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The settings of http are options, and their help says what the code does")
final class HttpOptionTest {
  private static final List<Row> ROWS =
      Settings.defaults().explain().stream().filter(row -> row.key().startsWith("http.")).toList();

  @Test
  void everyKeyIsAnOption() {
    assertThat(HttpSettings.keys().stream().map(Settings.Key::path))
        .containsExactlyElementsOf(ROWS.stream().map(Row::key).toList());
    assertThat(HttpOption.names())
        .startsWith("--host", "--port", "--allowed-hosts")
        .contains("--max-in-flight-per-session");
    assertThat(HttpOption.first()).hasSize(2);
    assertThat(HttpOption.fine()).hasSize(ROWS.size() - 2);
  }

  @Test
  void theHelpTellsTheDefaults() {
    for (var row : ROWS) {
      var key = named(row.key());
      var value = row.value().equals("4194304") ? "4 MiB" : row.value();
      if (!value.equals("[]")) {
        assertThat(key.about()).endsWith(" (" + value + ")");
      }
    }
    assertThat(named("http.max_body_bytes").label()).isEqualTo("SIZE");
    assertThat(named("http.allowed_hosts").label()).isEqualTo("TEXT,...");
  }

  private static Settings.Key named(String path) {
    return HttpSettings.keys().stream()
        .filter(key -> key.path().equals(path))
        .findFirst()
        .orElseThrow();
  }
}
