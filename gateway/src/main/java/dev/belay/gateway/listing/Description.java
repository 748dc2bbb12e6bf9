package dev.belay.gateway.listing;

/** Words about a tool, as short as a list needs them (S4-7). */
final class Description {
  private static final String CUT = "...";

  private Description() {}

  /**
   * {@return the text with single spaces, and no longer than {@code most} characters; one that was
   * cut ends in three dots}
   */
  static String shortened(String text, int most) {
    var normal = normal(text);
    if (normal.length() <= most) {
      return normal;
    }
    int end = most - CUT.length();
    if (Character.isHighSurrogate(normal.charAt(end - 1))) {
      end--;
    }
    return normal.substring(0, end).stripTrailing() + CUT;
  }

  private static String normal(String text) {
    var normal = new StringBuilder(text.length());
    boolean space = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
        space = !normal.isEmpty();
      } else {
        if (space) {
          normal.append(' ');
          space = false;
        }
        normal.append(c);
      }
    }
    return normal.toString();
  }
}
