package dev.belay.cli.remote;

import dev.belay.mcp.envelope.Controls;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One call as a line of {@code belay ps} and {@code belay watch}. */
public final class CallRow {
  private CallRow() {}

  /** {@return the names of the columns} */
  public static List<String> heading() {
    return List.of(
        "ID", "TOOL", "UPSTREAM", "PRINCIPAL", "STATE", "ELAPSED", "BEAT", "LIMITS", "PROGRESS");
  }

  /** {@return the cells of a call, in one line each whatever a server wrote} */
  public static List<String> of(RunningCall call) {
    var upstream = call.upstream();
    return List.of(
        line(call.brief()),
        line(call.tool()),
        upstream == null ? "-" : line(upstream),
        line(call.principal()),
        call.held() == null ? line(call.state()) : "held: " + line(call.held()),
        Seconds.text(call.elapsed()),
        Seconds.text(call.beatAge()),
        Seconds.limit(call.timeout()) + "/" + Seconds.limit(call.idleTimeout()),
        progress(call));
  }

  private static String progress(RunningCall call) {
    var parts = new ArrayList<String>();
    var done = call.done();
    if (done != null) {
      var total = call.total();
      parts.add(total == null ? number(done) : number(done) + "/" + number(total));
    }
    var message = call.message();
    if (message != null && !message.isBlank()) {
      parts.add(line(message));
    }
    return String.join(" ", parts);
  }

  private static String number(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : String.format(Locale.ROOT, "%.1f", number);
  }

  /** {@return a text of a server or a gateway, which must not move a terminal's cursor} */
  public static String line(String text) {
    return Controls.line(text);
  }
}
