package dev.belay.agent.history;

/** Which texts an API takes. */
final class Words {
  private static final char UNKNOWN = '\uFFFD';

  private Words() {}

  /**
   * {@return whether a text block of it would be refused}
   *
   * <p>Anthropic: "text content blocks must be non-empty", and "must contain non-whitespace text".
   */
  static boolean isBlank(String text) {
    return text.isBlank();
  }

  /**
   * {@return the text with � in place of each half of a character that lacks the other}
   *
   * <p>Such a half comes from cutting a text, and is no Unicode: Anthropic refuses the whole
   * request ("not valid JSON: no low surrogate in string").
   */
  static String whole(String text) {
    StringBuilder mended = null;
    for (var i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (isPair(text, i)) {
          i++;
        } else {
          mended = mended == null ? new StringBuilder(text) : mended;
          mended.setCharAt(i, UNKNOWN);
        }
      }
    }
    return mended == null ? text : mended.toString();
  }

  private static boolean isPair(String text, int at) {
    return at + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
  }
}
