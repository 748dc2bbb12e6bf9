package dev.belay.cli.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.server.ServerOption;
import dev.belay.cli.shell.HelpPage;
import dev.belay.config.McpSettings;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("The help, which is prose, says what the code does")
final class WrapHelpTest {
  private static final HelpPage PAGE = HelpPage.of("wrap");

  @ParameterizedTest
  @EnumSource(ServerOption.class)
  void everyOptionIsExplained(ServerOption option) {
    assertThat(PAGE.options()).containsKey(option.option());
  }

  @Test
  void theDefaultsAreThoseOfTheSettings() {
    var defaults = McpSettings.defaults();

    assertThat(about("--timeout")).contains(in(defaults.timeout(), "; 0 = no limit)"));
    assertThat(about("--idle-timeout")).contains(in(McpSettings.UPSTREAM_IDLE, "; 0 = no limit)"));
    assertThat(defaults.idleTimeout()).isNull();
    assertThat(about("--startup-timeout")).contains(in(defaults.startupTimeout(), ")"));
    assertThat(about("--cancel-grace")).contains(in(defaults.cancelGrace(), ")"));
  }

  private static String about(String option) {
    return PAGE.text()
        .lines()
        .filter(line -> line.strip().startsWith(option + "="))
        .findFirst()
        .orElseThrow();
  }

  private static String in(Duration value, String after) {
    return "(" + value.toSeconds() + after;
  }
}
