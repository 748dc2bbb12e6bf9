package dev.belay.tools.result;

/** Texts that UTF-8 can carry. */
final class WellFormed {
  private WellFormed() {}

  /** {@return the text, with U+FFFD where it has half a character} */
  static String text(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return mended(text);
      }
    }
    return text;
  }

  private static String mended(String text) {
    var mended = new StringBuilder(text.length());
    text.codePoints()
        .forEach(point ->
            mended.appendCodePoint(
                point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE
                    ? 0xFFFD
                    : point));
    return mended.toString();
  }
}
