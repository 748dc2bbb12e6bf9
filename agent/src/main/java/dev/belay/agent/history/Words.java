package dev.belay.agent.history;

/** Rules of the APIs for text. */
final class Words {
  private static final char UNKNOWN = '\uFFFD';

  private Words() {}

  /**
   * {@return whether APIs would refuse a text block with this text}
   *
   * <p>Anthropic: "text content blocks must be non-empty", and "must contain non-whitespace text".
   */
  static boolean isBlank(String text) {
    return text.isBlank();
  }

  /**
   * {@return the text with � in place of each unpaired surrogate}
   *
   * <p>Unpaired surrogates come from cutting a text; Anthropic refuses the whole request ("not
   * valid JSON: no low surrogate in string").
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
