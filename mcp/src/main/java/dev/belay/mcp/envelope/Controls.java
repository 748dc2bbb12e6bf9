package dev.belay.mcp.envelope;

import java.util.regex.Pattern;

/**
 * Takes out of a text what a terminal, or whoever reads a log, would obey instead of show: the
 * control characters of ASCII and those above it (U+009B begins a sequence as ESC [ does), line and
 * paragraph separators, and what turns the direction of writing around.
 */
public final class Controls {
  private static final String ONE =
      "[\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]";
  private static final Pattern EACH = Pattern.compile(ONE);
  private static final Pattern RUN = Pattern.compile(ONE + "+");

  private static final Pattern BESIDE_LINES = Pattern.compile(ONE + "(?<![\\n\\t])");

  private Controls() {}

  /** {@return whether there is one of them in the text} */
  public static boolean isIn(String text) {
    return EACH.matcher(text).find();
  }

  /** {@return the text with a question mark for each of them} */
  public static String marked(String text) {
    return EACH.matcher(text).replaceAll("?");
  }

  /** {@return the text with its lines and tabs, and a question mark for each of the others} */
  public static String shown(String text) {
    return BESIDE_LINES.matcher(text.replace("\r\n", "\n")).replaceAll("?");
  }

  /** {@return the text as one line, with a space for each run of them, and none at its ends} */
  public static String line(String text) {
    return RUN.matcher(text).replaceAll(" ").strip();
  }
}
