package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.cancel.Cause;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Literals that people and programs outside rely on. */
class MessagesTest {
  @Test
  @DisplayName("S0-11, C9: the idle message, to the letter")
  void theIdleMessageIsPinned() {
    assertThat(Limit.IDLE.message(Duration.ofSeconds(120)))
        .isEqualTo(
            "No progress for 120s (idle timeout). "
                + "Tool should call heartbeat() during long work.");
  }

  @Test
  @DisplayName("S0-13, C9: the total message, to the letter")
  void theTotalMessageIsPinned() {
    assertThat(Limit.TOTAL.message(Duration.ofSeconds(1800)))
        .isEqualTo("Tool exceeded wall-clock limit of 1800s.");
  }

  @Test
  @DisplayName("C8: fractions are kept, and a limit below a second never reads 0s")
  void fractionsAreKept() {
    assertThat(Limit.TOTAL.message(Duration.ofMillis(500)))
        .isEqualTo("Tool exceeded wall-clock limit of 0.5s.");
    assertThat(Limit.IDLE.message(Duration.ofNanos(1)))
        .startsWith("No progress for 0.000000001s (idle timeout).");
    assertThat(Seconds.text(Duration.ofMillis(1_250))).isEqualTo("1.25");
    assertThat(Seconds.text(Duration.ofSeconds(100))).isEqualTo("100");
    assertThat(Seconds.text(Duration.ZERO)).isEqualTo("0");
  }

  @Test
  @DisplayName("C8: an absurd duration is printed, not a fault")
  void anAbsurdDurationIsPrinted() {
    assertThat(Seconds.text(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo("9223372036854775807");
  }

  @Test
  @DisplayName("The words of outcomes, limits, causes and steps are what journals store")
  void theWordsArePinned() {
    var second = Duration.ofSeconds(1);
    assertThat(new Outcome.Completed(Payload.EMPTY).word()).isEqualTo("completed");
    assertThat(new Outcome.Failed(new Failure(Failure.Kind.TOOL, "")).word()).isEqualTo("failed");
    assertThat(new Outcome.TimedOut(Limit.IDLE, second, second, null).word())
        .isEqualTo("timed out");
    assertThat(new Outcome.Cancelled(Cause.USER, "").word()).isEqualTo("cancelled");
    assertThat(new Outcome.Refused("lane", "").word()).isEqualTo("refused");
    assertThat(Limit.values())
        .extracting(Limit::text)
        .containsExactly("idle timeout", "total timeout");
    assertThat(Cause.values())
        .extracting(Cause::text)
        .containsExactly("user", "client", "client gone", "parent", "turn limit", "shutdown");
    assertThat(Arrays.stream(StopStep.values()).map(StopStep::text))
        .containsExactly(
            "not started", "interrupted", "told", "answered", "killed", "retiring", "abandoned");
  }
}
