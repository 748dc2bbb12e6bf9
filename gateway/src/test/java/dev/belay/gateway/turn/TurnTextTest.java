package dev.belay.gateway.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Limit;
import dev.belay.core.call.Outcome;
import dev.belay.core.cancel.Cause;
import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.ToolTimeoutError;
import dev.belay.core.turn.ToolUseResult;
import dev.belay.core.turn.TurnDetails;
import dev.belay.core.turn.TurnEvent;
import dev.belay.core.turn.TurnId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S1-47, S1-54, S1-60, S1-64 … S1-67: names and fields of turns, to the letter")
final class TurnTextTest {
  private static final TurnId TURN = new TurnId("main:s1:7-1");
  private static final List<TurnEvent> EVENTS =
      List.of(
          new TurnEvent.Started(TURN, "main", "s1", new TurnId("p")),
          new TurnEvent.ToolStarted("a", "read"),
          new TurnEvent.ToolProgress("a", "read", Duration.ofSeconds(5)),
          new TurnEvent.ToolTimedOut(
              "a", "read", new ToolTimeoutError("read", Limit.IDLE, 120_000, 121_000)),
          new TurnEvent.ToolCancelled("a", "read", "[CANCELLED] Turn aborted by user."),
          new TurnEvent.ToolEnded(
              "a", "read", "x", 2_001, "short", false, Duration.ofMillis(1_234)),
          new TurnEvent.Retried(2, Duration.ofMillis(1_500), "Overloaded."),
          new TurnEvent.Troubled("Turn cancelled by user"),
          new TurnEvent.Completed(3),
          new TurnEvent.Aborted(AbortReason.CLIENT_DISCONNECT));

  @Test
  @DisplayName("each event, which also says its type: clients switch on it")
  void everyEventHasItsTypeAndFields() {
    assertThat(EVENTS.stream().map(event -> TurnText.name(event) + " " + TurnText.data(event)))
        .containsExactly(
            "turn_start"
                + " {\"type\":\"turn_start\",\"turnId\":\"main:s1:7-1\",\"agentId\":\"main\",\"sessionId\":\"s1\","
                + "\"parentTurnId\":\"p\"}",
            "tool_start {\"type\":\"tool_start\",\"toolId\":\"a\",\"toolName\":\"read\"}",
            "tool_progress"
                + " {\"type\":\"tool_progress\",\"toolId\":\"a\",\"toolName\":\"read\",\"elapsedMs\":5000,"
                + "\"status\":\"running\"}",
            "tool_timeout"
                + " {\"type\":\"tool_timeout\",\"toolId\":\"a\",\"toolName\":\"read\",\"timeoutMs\":120000,"
                + "\"elapsedMs\":121000,\"kind\":\"idle\"}",
            "tool_cancelled {\"type\":\"tool_cancelled\",\"toolId\":\"a\",\"toolName\":\"read\","
                + "\"reason\":\"[CANCELLED] Turn aborted by user.\"}",
            "tool_result"
                + " {\"type\":\"tool_result\",\"toolId\":\"a\",\"toolName\":\"read\",\"result\":\"x\","
                + "\"resultLength\":2001,\"summary\":\"short\",\"isError\":false,"
                + "\"durationMs\":1234}",
            "model_retry"
                + " {\"type\":\"model_retry\",\"attempt\":2,\"waitMs\":1500,\"reason\":\"Overloaded.\"}",
            "error {\"type\":\"error\",\"message\":\"Turn cancelled by user\"}",
            "turn_complete {\"type\":\"turn_complete\",\"toolCallCount\":3}",
            "turn_abort"
                + " {\"type\":\"turn_abort\",\"reason\":\"user\",\"detail\":\"client_disconnect\"}");
  }

  @Test
  @DisplayName("a turn that runs, and a result as a whole")
  void runningTurnsAndResultsHaveTheirFields() {
    assertThat(
            TurnText.details(
                    new TurnDetails(TURN, "main", "s1", Instant.ofEpochMilli(7), null, 2, null))
                .toString())
        .isEqualTo(
            "{\"turnId\":\"main:s1:7-1\",\"agentId\":\"main\",\"sessionId\":\"s1\","
                + "\"startedAt\":7,\"toolCallCount\":2}");
    var cancelled =
        new ToolUseResult(
            "a", "read", new Outcome.Cancelled(Cause.USER, ""), "t", "t", true, Duration.ZERO);
    assertThat(TurnText.result(cancelled, null).toString())
        .isEqualTo(
            "{\"toolId\":\"a\",\"toolName\":\"read\",\"result\":\"t\",\"isError\":true,"
                + "\"outcome\":\"cancelled\",\"durationMs\":0}");
  }

  @Test
  @DisplayName("docs/http-api.md has each of them")
  void theDocumentationHasEveryEvent() throws IOException {
    var page = Files.readString(Path.of("..", "docs", "http-api.md"));
    assertThat(EVENTS).allSatisfy(event -> assertThat(page).contains("| `" + TurnText.name(event)));
    assertThat(AbortReason.values())
        .allSatisfy(reason -> assertThat(page).contains("`" + reason.detail() + "`"));
  }
}
