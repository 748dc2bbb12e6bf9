package dev.belay.cli.remote;

import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.progress.KeepAlive;
import java.util.ArrayList;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats what a gateway reports of calls for a line of a terminal. */
public final class CallRow {
  private CallRow() {}

  /** {@return how far a call is, on one line; empty if it has not said so} */
  static String progress(RemoteCall call) {
    var progress = progress(call.done(), call.total(), call.message());
    return call.isProgressBacked()
        ? progress
        : (progress + " (beats by a timer, not progress)").strip();
  }

  /** {@return how far something is, on one line; empty if it has not said so} */
  static String progress(@Nullable Double done, @Nullable Double total, @Nullable String message) {
    var parts = new ArrayList<String>();
    // The number of a keep-alive is invented, since every notification has to have one.
    if (done != null && (message == null || !KeepAlive.isText(message))) {
      parts.add(total == null ? number(done) : number(done) + "/" + number(total));
    }
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

  /** {@return a foreign text on one line, without characters that move a terminal's cursor} */
  public static String line(String text) {
    return Controls.line(text);
  }

  /** Formats seconds for people: {@code 0.4s}, {@code 12s}, {@code 3m05s}, {@code 2h10m}. */
  static final class ColumnTime {
    private static final long MINUTE = 60;
    private static final long HOUR = 3600;

    private ColumnTime() {}

    /** {@return the time; a dash for null} */
    static String text(@Nullable Double seconds) {
      if (seconds == null) {
        return "-";
      }
      if (seconds < 9.95) {
        return String.format(Locale.ROOT, "%.1fs", seconds);
      }
      long whole = Math.round(seconds);
      if (whole < MINUTE) {
        return whole + "s";
      }
      return whole < HOUR
          ? String.format(Locale.ROOT, "%dm%02ds", whole / MINUTE, whole % MINUTE)
          : String.format(Locale.ROOT, "%dh%02dm", whole / HOUR, whole % HOUR / MINUTE);
    }

    /** {@return the limit; null means none} */
    static String limit(@Nullable Double seconds) {
      if (seconds == null) {
        return "none";
      }
      return seconds == Math.rint(seconds) && seconds < MINUTE
          ? Math.round(seconds) + "s"
          : text(seconds);
    }
  }
}
