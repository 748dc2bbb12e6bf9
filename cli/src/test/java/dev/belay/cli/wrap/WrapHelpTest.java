package dev.belay.cli.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.server.ServerOption;
import dev.belay.config.McpSettings;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The help, which is prose, says what the code does")
final class WrapHelpTest {
  @Test
  void theDefaultsAreThoseOfTheSettings() {
    var defaults = McpSettings.defaults();

    assertThat(ServerOption.TIMEOUT.about()).contains(in(defaults.timeout(), "; 0 = no limit)"));
    assertThat(ServerOption.IDLE_TIMEOUT.about())
        .contains(in(McpSettings.UPSTREAM_IDLE, "; 0 = no limit)"));
    assertThat(defaults.idleTimeout()).isNull();
    assertThat(ServerOption.STARTUP_TIMEOUT.about()).contains(in(defaults.startupTimeout(), ")"));
    assertThat(ServerOption.CANCEL_GRACE.about()).contains(in(defaults.cancelGrace(), ")"));
  }

  private static String in(Duration value, String after) {
    return "(" + value.toSeconds() + after;
  }
}
