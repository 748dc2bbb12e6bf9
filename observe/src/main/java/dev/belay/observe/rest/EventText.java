package dev.belay.observe.rest;

import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.ToolEvent;
import dev.belay.mcp.envelope.JsonText;
import java.time.Duration;

/** Encodes an entry of the journal for readers over HTTP: its name and its fields. */
final class EventText {
  private EventText() {}

  /** Returns the value of the field {@code event:}. */
  static String name(CallEvent event) {
    return switch (event) {
      case CallEvent.Accepted _ -> "accepted";
      case CallEvent.Waiting _ -> "waiting";
      case CallEvent.Running _ -> "running";
      case CallEvent.Beat _ -> "beat";
      case CallEvent.LimitsReplaced _ -> "limits_replaced";
      case CallEvent.Held _ -> "held";
      case CallEvent.Released _ -> "released";
      case CallEvent.Retrying _ -> "retrying";
      case CallEvent.Shared _ -> "shared";
      case CallEvent.HandedOff _ -> "handed_off";
      case CallEvent.Settled _ -> "settled";
      case CallEvent.Stopped _ -> "stopped";
      case CallEvent.LateResult _ -> "late_result";
    };
  }

  /** Returns the value of the field {@code event:}. */
  static String name(ToolEvent event) {
    return switch (event) {
      case ToolEvent.Changed _ -> "tool_changed";
      case ToolEvent.Accepted _ -> "tool_accepted";
    };
  }

  static JsonText data(Journal.ToolEntry entry) {
    var event = entry.event();
    var json = head(entry).text("upstream", event.upstream()).text("tool", event.tool());
    return switch (event) {
      case ToolEvent.Changed(var _, var _, String accepted, String seen, String verdict) ->
          json.text("accepted_sha256", accepted).text("seen_sha256", seen).text("verdict", verdict);
      case ToolEvent.Accepted(var _, var _, String accepted) ->
          json.text("accepted_sha256", accepted);
    };
  }

  private static JsonText head(Journal.Kept kept) {
    return new JsonText()
        .number("v", CallEvent.VERSION)
        .number("seq", kept.sequence())
        .text("at", kept.at().toString());
  }

  static JsonText data(Journal.Entry entry) {
    var subject = entry.subject();
    var call =
        new JsonText()
            .text("id", subject.callId())
            .text("tool", subject.tool())
            .text("upstream", subject.upstream())
            .text("principal", subject.principal())
            .text("client", subject.client())
            .text("turn", subject.turnId());
    return fields(head(entry).object("call", call), entry.event());
  }

  /** Returns the same for a reader who knows the call. */
  static JsonText ofStory(Journal.Entry entry) {
    var event = entry.event();
    return fields(
        new JsonText().text("at", entry.at().toString()).text("event", name(event)), event);
  }

  private static JsonText fields(JsonText json, CallEvent event) {
    return switch (event) {
      case CallEvent.Accepted _, CallEvent.HandedOff _, CallEvent.LateResult _ -> json;
      case CallEvent.Waiting(String gate) -> json.text("gate", gate);
      case CallEvent.Running(Duration timeout, Duration idle) -> limits(json, timeout, idle);
      case CallEvent.Beat(var message, var done, var total) ->
          json.text("message", message).number("done", done).number("total", total);
      case CallEvent.LimitsReplaced(Duration timeout, Duration idle, String by) ->
          limits(json, timeout, idle).text("by", by);
      case CallEvent.Held(String reason) -> json.text("reason", reason);
      case CallEvent.Released(String reason) -> json.text("reason", reason);
      case CallEvent.Retrying(int attempt, String reason, Duration pause) ->
          json.number("attempt", attempt).text("reason", reason).seconds("pause_s", pause);
      case CallEvent.Shared(String of) -> json.text("of", of);
      case CallEvent.Settled(String outcome, String detail, String by, var waited, var ran) ->
          json.text("outcome", outcome)
              .text("detail", detail)
              .text("by", by)
              .seconds("waited_s", waited)
              .seconds("ran_s", ran);
      case CallEvent.Stopped(String step) -> json.text("step", step);
    };
  }

  private static JsonText limits(JsonText json, Duration timeout, Duration idle) {
    return json.seconds("timeout_s", CallText.orNull(timeout))
        .seconds("idle_timeout_s", CallText.orNull(idle));
  }
}
