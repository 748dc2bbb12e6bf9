package dev.belay.gateway.translate;

import static dev.belay.gateway.translate.Wire.message;
import static dev.belay.gateway.translate.Wire.notification;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
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
    var error = notification("notifications/message", "{'level':'error','data':1}");

    assertThat(LogLevel.hears(null, error)).isFalse();
    assertThat(LogLevel.hears(LogLevel.WARNING, error)).isTrue();
    assertThat(LogLevel.hears(LogLevel.ALERT, error)).isFalse();
  }

  @Test
  void anUnknownLevelIsHeardByAllWhoAsk() {
    assertThat(
            LogLevel.hears(
                LogLevel.EMERGENCY, notification("notifications/message", "{'level':'odd'}")))
        .isTrue();
    assertThat(
            LogLevel.hears(
                LogLevel.EMERGENCY, message("{'jsonrpc':'2.0','method':'notifications/message'}")))
        .isTrue();
  }
}
