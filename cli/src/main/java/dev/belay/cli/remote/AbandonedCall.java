package dev.belay.cli.remote;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call that has ended while its work goes on, as {@code GET /api/calls} tells of it.
 *
 * @param upstream the server; null where the gateway does not say
 * @param outcome how it ended; null where the gateway does not say
 * @param at the place in its tool's code; null where it has none
 */
public record AbandonedCall(
    String id,
    String tool,
    @Nullable String upstream,
    @Nullable String outcome,
    @Nullable String at) {
  /** {@return those of that answer} */
  public static List<AbandonedCall> list(byte[] answer) {
    var body = RunningCall.parsed(answer);
    var listed = body == null ? null : body.raw("abandoned");
    var items = listed == null ? null : JsonArray.items(listed);
    var calls = new ArrayList<AbandonedCall>();
    for (var item : items == null ? List.<byte[]>of() : items) {
      var call = JsonObject.of(item);
      if (call != null) {
        calls.add(of(call));
      }
    }
    return calls;
  }

  private static AbandonedCall of(JsonObject call) {
    return new AbandonedCall(
        RunningCall.said(call, "id"),
        RunningCall.said(call, "tool"),
        call.text("upstream"),
        call.text("outcome"),
        call.text("at"));
  }

  /** {@return it as one line: what it is, whose, how it ended and where it is now} */
  public String line() {
    var line = new StringBuilder(RunningCall.brief(id)).append(' ').append(tool);
    if (upstream != null) {
      line.append(" of ").append(upstream);
    }
    if (outcome != null) {
      line.append(", ").append(outcome);
    }
    line.append(", goes on");
    if (at != null) {
      line.append(" at ").append(at);
    }
    return CallRow.line(line.toString());
  }
}
