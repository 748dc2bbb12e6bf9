package dev.belay.cli.remote;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call of a running gateway, as {@code GET /api/calls} tells it. Times are in seconds.
 *
 * @param upstream the server's name; null where the gateway does not say
 * @param state accepted, waiting or running
 * @param held why its idle clock stands; null if it does not
 * @param beatAge since its last sign of progress; null before the first
 * @param message of its last sign of progress
 * @param timeout null for no limit
 * @param idleTimeout null for no limit
 * @param isProgressBacked false where a timer, not progress, keeps it from being idle
 */
public record RunningCall(
    String id,
    String tool,
    @Nullable String upstream,
    String principal,
    String state,
    @Nullable String held,
    double elapsed,
    @Nullable Double beatAge,
    @Nullable String message,
    @Nullable Double done,
    @Nullable Double total,
    @Nullable Double timeout,
    @Nullable Double idleTimeout,
    boolean isProgressBacked) {
  private static final int BRIEF = 8;

  /** {@return the calls in that answer} */
  public static List<RunningCall> list(byte[] answer) throws GatewayTrouble {
    var body = parsed(answer);
    var listed = body == null ? null : body.raw("calls");
    var items = listed == null ? null : JsonArray.items(listed);
    if (items == null) {
      throw new GatewayTrouble("the list of calls cannot be read; is that a belay serve?");
    }
    var calls = new ArrayList<RunningCall>();
    for (var item : items) {
      var call = JsonObject.of(item);
      if (call != null) {
        calls.add(of(call));
      }
    }
    return calls;
  }

  /** {@return the JSON object in these bytes from elsewhere; null if they are none} */
  static @Nullable JsonObject parsed(byte[] json) {
    try {
      return JsonObject.of(json, Slices.value(json));
    } catch (NotJson _) {
      return null;
    }
  }

  private static RunningCall of(JsonObject call) {
    var beat = call.object("last_heartbeat");
    var limits = call.object("limits");
    return new RunningCall(
        said(call, "id"),
        said(call, "tool"),
        call.text("upstream"),
        said(call, "principal"),
        said(call, "state"),
        call.text("held"),
        orZero(number(call, "elapsed_s")),
        number(beat, "age_s"),
        beat == null ? null : beat.text("message"),
        number(beat, "done"),
        number(beat, "total"),
        number(limits, "timeout_s"),
        number(limits, "idle_timeout_s"),
        !call.has("progress_backed") || call.isTrue("progress_backed"));
  }

  static String said(JsonObject call, String name) {
    var text = call.text(name);
    return text == null ? "" : text;
  }

  private static double orZero(@Nullable Double number) {
    return number == null ? 0 : number;
  }

  /** {@return that member as a number; null if it is none} */
  static @Nullable Double number(@Nullable JsonObject object, String name) {
    var raw = object == null ? null : object.raw(name);
    if (raw == null) {
      return null;
    }
    try {
      return Double.valueOf(new String(raw, StandardCharsets.ISO_8859_1));
    } catch (NumberFormatException _) {
      return null;
    }
  }

  /** {@return the first digits of its id, as logs and threads call it} */
  public String brief() {
    return brief(id);
  }

  static String brief(String id) {
    var digits = digits(id);
    return digits.length() <= BRIEF ? digits : digits.substring(0, BRIEF);
  }

  /** {@return whether that is its id, or the beginning of its digits} */
  public boolean isMeantBy(String word) {
    return isMeant(id, word);
  }

  /** {@return whether that is this id, or the beginning of its digits} */
  public static boolean isMeant(String id, String word) {
    return id.equals(word) || (!word.isEmpty() && digits(id).startsWith(word));
  }

  private static String digits(String id) {
    return id.substring(id.lastIndexOf('-') + 1);
  }

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
}
