package dev.belay.gateway.turn;

import dev.belay.core.call.Limit;
import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.ToolTimeoutError;
import dev.belay.core.turn.ToolUseResult;
import dev.belay.core.turn.TurnDetails;
import dev.belay.core.turn.TurnEvent;
import dev.belay.core.turn.TurnId;
import dev.belay.mcp.envelope.JsonText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The form of turns over HTTP: names, fields and units (S1-47 … S1-67). */
public final class TurnText {
  private TurnText() {}

  /** {@return the name after {@code event:}} */
  public static String name(TurnEvent event) {
    return switch (event) {
      case TurnEvent.Started _ -> "turn_start";
      case TurnEvent.ToolStarted _ -> "tool_start";
      case TurnEvent.ToolProgress _ -> "tool_progress";
      case TurnEvent.ToolTimedOut _ -> "tool_timeout";
      case TurnEvent.ToolCancelled _ -> "tool_cancelled";
      case TurnEvent.ToolEnded _ -> "tool_result";
      case TurnEvent.Said _ -> "text_delta";
      case TurnEvent.Retried _ -> "model_retry";
      case TurnEvent.Troubled _ -> "error";
      case TurnEvent.Completed _ -> "turn_complete";
      case TurnEvent.Aborted _ -> "turn_abort";
    };
  }

  /** {@return its fields, the first of which names it} */
  public static JsonText data(TurnEvent event) {
    var json = new JsonText().text("type", name(event));
    return switch (event) {
      case TurnEvent.Started(TurnId turn, String agent, String session, var parent) ->
          withParent(
              json.text("turnId", turn.text()).text("agentId", agent).text("sessionId", session),
              parent);
      case TurnEvent.ToolStarted(String id, String tool) -> tool(json, id, tool);
      case TurnEvent.ToolProgress(String id, String tool, Duration elapsed) ->
          tool(json, id, tool).number("elapsedMs", elapsed.toMillis()).text("status", "running");
      case TurnEvent.ToolTimedOut(String id, String tool, ToolTimeoutError error) ->
          tool(json, id, tool)
              .number("timeoutMs", error.timeoutMs())
              .number("elapsedMs", error.elapsedMs())
              .text("kind", kind(error.kind()));
      case TurnEvent.ToolCancelled(String id, String tool, String text) ->
          tool(json, id, tool).text("reason", text);
      case TurnEvent.ToolEnded ended -> event(json, ended);
      case TurnEvent.Said(String text) -> json.text("text", text);
      case TurnEvent.Retried(int attempt, Duration pause, String reason) ->
          json.number("attempt", attempt).number("waitMs", pause.toMillis()).text("reason", reason);
      case TurnEvent.Troubled(String message) -> json.text("message", message);
      case TurnEvent.Completed(int calls) -> json.number("toolCallCount", calls);
      case TurnEvent.Aborted(AbortReason reason) ->
          json.text("reason", reason.word()).text("detail", reason.detail());
    };
  }

  private static String kind(Limit limit) {
    return switch (limit) {
      case IDLE -> "idle";
      case TOTAL -> "total";
    };
  }

  private static JsonText tool(JsonText json, String id, String tool) {
    return json.text("toolId", id).text("toolName", tool);
  }

  private static JsonText withParent(JsonText json, @Nullable TurnId parent) {
    return parent == null ? json : json.text("parentTurnId", parent.text());
  }

  private static JsonText event(JsonText json, TurnEvent.ToolEnded ended) {
    return tool(json, ended.toolId(), ended.tool())
        .text("result", ended.text())
        .number("resultLength", ended.length())
        .text("summary", ended.summary())
        .flag("isError", ended.isError())
        .number("durationMs", ended.ran().toMillis());
  }

  /**
   * {@return one complete result}
   *
   * @param content the content of the server's answer, in the form of MCP; null if there is no
   *     answer
   */
  public static JsonText result(ToolUseResult result, @Nullable String content) {
    var json =
        tool(new JsonText(), result.id(), result.tool())
            .text("result", result.text())
            .flag("isError", result.isError())
            .text("outcome", result.outcome().word())
            .number("durationMs", result.ran().toMillis());
    return content == null ? json : json.raw("content", content);
  }

  /** {@return a running turn} */
  public static JsonText details(TurnDetails turn) {
    var json =
        new JsonText()
            .text("turnId", turn.turnId().text())
            .text("agentId", turn.agentId())
            .text("sessionId", turn.sessionId())
            .number("startedAt", turn.startedAt().toEpochMilli());
    if (turn.currentTool() != null) {
      json.text("currentTool", turn.currentTool());
    }
    return withParent(json.number("toolCallCount", turn.toolCallCount()), turn.parentTurnId());
  }
}
