package dev.belay.tools.result;

/** Measures texts in UTF-8 without encoding them. */
final class Utf8Length {
  private Utf8Length() {}

  /** {@return the length of a text in bytes; {@code most + 1} if it exceeds {@code most}} */
  static int of(CharSequence text, int most) {
    // A character takes at least one byte, and at most three for each of its chars.
    if (text.length() > most) {
      return most + 1;
    }
    int bytes = 0;
    for (int i = 0; i < text.length() && bytes <= most; i++) {
      bytes += bytes(text.charAt(i));
    }
    return Math.min(bytes, most + 1);
  }

  /** {@return the longest prefix of a text within the bound that ends between two characters} */
  static String cut(CharSequence text, int most) {
    int bytes = 0;
    int end = 0;
    while (end < text.length()) {
      bytes += bytes(text.charAt(end));
      if (bytes > most) {
        break;
      }
      end++;
    }
    boolean split =
        end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.subSequence(0, split ? end - 1 : end).toString();
  }

  /** Two surrogates are one character of four bytes. */
  private static int bytes(char one) {
    if (one < 0x80) {
      return 1;
    }
    return one < 0x800 || Character.isSurrogate(one) ? 2 : 3;
  }
}
