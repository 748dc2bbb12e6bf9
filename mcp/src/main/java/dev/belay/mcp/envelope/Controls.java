package dev.belay.mcp.envelope;

import java.util.regex.Pattern;

/**
 * Removes characters from a text that a terminal, or a log viewer, would obey instead of show: the
 * control characters of ASCII and those above it (U+009B begins a sequence like ESC [), line and
 * paragraph separators, and controls of the direction of writing.
 */
public final class Controls {
  private static final String ONE =
      "[\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]";
  private static final Pattern EACH = Pattern.compile(ONE);
  private static final Pattern RUN = Pattern.compile(ONE + "+");

  private static final Pattern BESIDE_LINES = Pattern.compile(ONE + "(?<![\\n\\t])");

  private Controls() {}

  /** {@return whether the text has any of them} */
  public static boolean isIn(String text) {
    return EACH.matcher(text).find();
  }

  /** {@return the text with each of them replaced by a question mark} */
  public static String marked(String text) {
    return EACH.matcher(text).replaceAll("?");
  }

  /** {@return the text with its lines and tabs, and the others replaced by question marks} */
  public static String shown(String text) {
    return BESIDE_LINES.matcher(text.replace("\r\n", "\n")).replaceAll("?");
  }

  /**
   * {@return the text as one line, with each run of them replaced by a space, and none at its ends}
   */
  public static String line(String text) {
    return RUN.matcher(text).replaceAll(" ").strip();
  }
}
