package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/config.md, which is prose, lists what the code knows")
class ConfigPageTest {
  private final String page;

  ConfigPageTest() throws IOException {
    page = Files.readString(Path.of("../docs/config.md"));
  }

  @Test
  void everyDefaultIsThere() {
    for (var row : Settings.defaults().explain()) {
      if (row.origin().equals("default")) {
        // The page tells the number of up to four processors, and what it is with more.
        var value = row.key().equals("mcp.workers") ? "16" : row.value();
        assertThat(page).contains("| `" + row.key() + "` | " + value + " | ");
      }
    }
  }

  @Test
  void everyKeyOfWhatHasANameIsThere() {
    for (var key : Keys.names(Keys.OF_SERVER, Keys.ARGS, Keys.ENV, Keys.HEADERS, Keys.TOOLS)) {
      assertThat(page).contains("`" + key + "`");
    }
    for (var key : Keys.names(AgentKeys.OF_MODEL)) {
      assertThat(page).contains("\n| `" + key + "` |");
    }
    for (var key : Keys.names(AgentKeys.OF_AGENT)) {
      assertThat(page).contains("\n| `" + key + "` |");
    }
    for (var key : Keys.names(RepeatKeys.OF_TOOL, RepeatKeys.RETRY)) {
      assertThat(page).contains("`" + key + "`");
    }
  }
}
