package dev.belay.mcp.server;

import static dev.belay.mcp.server.Samples.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.Messages;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Each client hears the log messages that it asked for")
final class LogLevelTest {
  @Test
  void theLevelsAreThoseOfSyslog() {
    assertThat(Arrays.stream(LogLevel.values()).map(LogLevel::wire))
        .containsExactly(
            "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");
  }

  @Test
  void aLevelHearsItselfAndWhatIsWorse() {
    var mildestFirst = LogLevel.values();
    for (int wanted = 0; wanted < mildestFirst.length; wanted++) {
      for (int level = 0; level < mildestFirst.length; level++) {
        assertThat(mildestFirst[wanted].hears(mildestFirst[level])).isEqualTo(level >= wanted);
      }
      assertThat(LogLevel.of(mildestFirst[wanted].wire())).isEqualTo(mildestFirst[wanted]);
    }
    assertThat(LogLevel.of("INFO")).isNull();
    assertThat(LogLevel.of((String) null)).isNull();
  }

  @Test
  @DisplayName("A modern request that asks for no level hears nothing")
  void whoAsksForNothingHearsNothing() {
    var error = message("{\"level\":\"error\",\"data\":1}");

    assertThat(LogLevel.hears(null, error)).isFalse();
    assertThat(LogLevel.hears(LogLevel.WARNING, error)).isTrue();
    assertThat(LogLevel.hears(LogLevel.ALERT, error)).isFalse();
  }

  @Test
  void anUnknownLevelIsHeardByAllWhoAsk() {
    assertThat(LogLevel.hears(LogLevel.EMERGENCY, message("{\"level\":\"odd\"}"))).isTrue();
    assertThat(LogLevel.hears(LogLevel.EMERGENCY, message(null))).isTrue();
  }

  private static Envelope message(@Nullable String params) {
    return Envelope.parseOwn(
        Messages.notification("notifications/message", params == null ? null : json(params)));
  }
}
