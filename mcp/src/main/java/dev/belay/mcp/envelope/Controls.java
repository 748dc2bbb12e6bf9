package dev.belay.mcp.envelope;

import dev.belay.core.name.OneLine;
import java.util.regex.Pattern;

/** Removes characters from a text that a terminal would obey: {@link OneLine#CONTROL}. */
public final class Controls {
  private static final Pattern EACH = Pattern.compile(OneLine.CONTROL);
  private static final Pattern BESIDE_LINES = Pattern.compile(OneLine.CONTROL + "(?<![\\n\\t])");

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
    return OneLine.of(text);
  }
}
