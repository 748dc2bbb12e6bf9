package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.call.Limit;
import dev.belay.core.call.Limits;
import dev.belay.core.cancel.Cause;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName(
    "What models, people and logs read of turns, to the letter: a change is one of contract")
final class TurnPinsTest {
  private static final ToolTimeoutError ERROR =
      new ToolTimeoutError("web_fetch", Limit.IDLE, 60_000, 60_012);

  @Test
  @Claim("S1-30")
  @DisplayName("S1-30: the message of ToolTimeoutError")
  void message() {
    assertThat(ERROR.message()).isEqualTo("Tool \"web_fetch\" timed out after 60s");
    assertThat(new ToolTimeoutError("t", Limit.TOTAL, 1_499, 0).message())
        .as("seconds are rounded")
        .isEqualTo("Tool \"t\" timed out after 1s");
    assertThat(new ToolTimeoutError("t", Limit.TOTAL, 1_500, 0).message()).endsWith(" 2s");
  }

  @Test
  @DisplayName("C8: a limit that would round to 0s is told as it is")
  void belowHalfASecond() {
    var error = new ToolTimeoutError("t", Limit.IDLE, 250, 260);
    assertThat(error.message()).isEqualTo("Tool \"t\" timed out after 0.25s");
    assertThat(error.resultText(null)).contains("did not respond within 0.25s.");
    assertThat(error.summary()).isEqualTo("[TIMEOUT after 0.25s]");
    assertThat(new ToolTimeoutError("t", Limit.IDLE, 500, 0).summary())
        .isEqualTo("[TIMEOUT after 1s]");
  }

  @Test
  @Claim({"S1-33", "S1-74"})
  @DisplayName("S1-33, S1-74: the result of a call that took too long")
  void timedOut() {
    assertThat(ERROR.resultText(null))
        .isEqualTo(
            "[TIMEOUT] Tool \"web_fetch\" did not respond within 60s. The operation may still be"
                + " running in the background. Before you try again: (a) check whether it"
                + " completed all the same, for instance with ps aux | grep and the name of its"
                + " process, (b) ask for a shorter timeout if you only need to know whether it"
                + " answers, (c) split the work into smaller steps.");
    assertThat(ERROR.summary()).isEqualTo("[TIMEOUT after 60s]");
  }

  @Test
  @Claim("S1-34")
  @DisplayName("S1-34: the line of the log")
  void logLine() {
    var rig = new TurnRig(1);
    var _ =
        rig.running(
            TurnRequest.of("main", "s1"),
            List.of(
                rig.hanging("web_fetch").as("a"),
                rig.hanging("crawl").within(Limits.ofSeconds(90, 0)).as("b")));
    rig.simulation.run();
    assertThat(rig.log)
        .containsExactly(
            "Tool timeout: web_fetch after 60000ms [main]",
            "Tool timeout: crawl after 90000ms [main]");
  }

  @Test
  @Claim("S1-44")
  @DisplayName("S1-44, C9: one text for each way in which a turn takes its calls along")
  void aborted() {
    assertThat(Arrays.stream(AbortReason.values()).map(AbortReason::resultText))
        .containsExactly(
            "[CANCELLED] Turn aborted by user.",
            "[CANCELLED] Turn aborted because its client has gone.",
            "[CANCELLED] Turn aborted because it took too long.",
            "[CANCELLED] Turn aborted because Belay is ending.",
            "[CANCELLED] Turn aborted because it went in circles.",
            "[CANCELLED] Turn aborted because its model asked for tools too often.",
            "[CANCELLED] Turn aborted because of an error.");
  }

  @Test
  @Claim("S1-46")
  @DisplayName("S1-46, C10: what the error event says before the end")
  void messages() {
    assertThat(Arrays.stream(AbortReason.values()).map(AbortReason::message))
        .containsExactly(
            "Turn cancelled by user",
            "Turn cancelled: its client has gone",
            "Turn cancelled: it took too long",
            "Turn cancelled: Belay is ending",
            "Turn cancelled: it went in circles",
            "Turn cancelled: its model asked for tools too often",
            "Turn cancelled because of an error");
  }

  @Test
  @DisplayName("S1-103, C9: one text for each way in which a call is stopped alone")
  void abortedAlone() {
    assertThat(Arrays.stream(Cause.values()).map(UseEnd::aborted).distinct())
        .containsExactlyInAnyOrder(
            "[CANCELLED] Tool call aborted by user.",
            "[CANCELLED] Tool call aborted because its client has gone.",
            "[CANCELLED] Tool call aborted with what it belonged to.",
            "[CANCELLED] Tool call aborted because Belay is ending.");
    assertThat(UseEnd.aborted(Cause.USER)).isEqualTo("[CANCELLED] Tool call aborted by user.");
  }

  @Test
  @DisplayName("S1-67: the words of turn_abort")
  void reasons() {
    assertThat(
            Arrays.stream(AbortReason.values())
                .map(reason -> reason.word() + " " + reason.detail()))
        .containsExactly(
            "user user",
            "user client_disconnect",
            "timeout timeout",
            "error server_shutdown",
            "error loop",
            "error max_tool_loops",
            "error error");
  }
}
