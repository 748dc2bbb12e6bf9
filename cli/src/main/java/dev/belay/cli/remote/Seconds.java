package dev.belay.cli.remote;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Seconds as people read them in a column: {@code 0.4s}, {@code 12s}, {@code 3m05s}, {@code 2h10m}.
 */
final class Seconds {
  private static final long MINUTE = 60;
  private static final long HOUR = 3600;

  private Seconds() {}

  /** {@return the words; a dash for none} */
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

  /** {@return the words for a limit, of which there may be none} */
  static String limit(@Nullable Double seconds) {
    if (seconds == null) {
      return "none";
    }
    return seconds == Math.rint(seconds) && seconds < MINUTE
        ? Math.round(seconds) + "s"
        : text(seconds);
  }
}
