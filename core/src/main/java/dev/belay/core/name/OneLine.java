package dev.belay.core.name;

import java.util.regex.Pattern;

/** Makes one line of a text from outside, for a place between other words. */
public final class OneLine {
  /**
   * The characters that a terminal, or a log viewer, would obey instead of show, as a class of
   * regular expressions: the control characters of ASCII and those above it (U+009B begins a
   * sequence like ESC [), line and paragraph separators, and controls of the direction of writing.
   */
  public static final String CONTROL =
      "[\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]";

  private static final Pattern RUN = Pattern.compile(CONTROL + "+");

  private OneLine() {}

  /**
   * {@return the text with each run of {@link #CONTROL} replaced by a space, and none at its ends}
   */
  public static String of(String text) {
    return isPlain(text) ? text.strip() : RUN.matcher(text).replaceAll(" ").strip();
  }

  /** Most names are: each call has some. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }
}
