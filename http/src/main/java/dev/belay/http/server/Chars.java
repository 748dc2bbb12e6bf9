package dev.belay.http.server;

/** Character classes of HTTP (RFC 9110 §5.6.2, §5.5; RFC 3986 for targets). */
final class Chars {
  private static final boolean[] TOKEN = new boolean[256];

  static {
    for (int at = '0'; at <= 'z'; at++) {
      TOKEN[at] = at <= '9' || (at >= 'A' && at <= 'Z') || at >= 'a';
    }
    for (char mark : "!#$%&'*+-.^_`|~".toCharArray()) {
      TOKEN[mark] = true;
    }
  }

  private Chars() {}

  /** {@return whether it may occur in a method or a header's name (RFC 9110 tchar)} */
  static boolean isToken(byte character) {
    return TOKEN[character & 0xff];
  }

  static boolean isToken(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) > 0xff || !TOKEN[text.charAt(at)]) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** {@return whether it may occur in a header's value: no control character but the tab} */
  static boolean isValue(byte character) {
    int at = character & 0xff;
    return at >= ' ' ? at != 0x7f : at == '\t';
  }

  static boolean isValue(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) > 0xff || !isValue((byte) text.charAt(at))) {
        return false;
      }
    }
    return true;
  }

  /** {@return whether it may occur in a request's target: printable ASCII} */
  static boolean isTarget(byte character) {
    return character > ' ' && character < 0x7f;
  }

  /** {@return whether the text from that position on consists of digits, or is empty} */
  static boolean isDigits(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      if (text.charAt(at) < '0' || text.charAt(at) > '9') {
        return false;
      }
    }
    return true;
  }

  static boolean isSpace(byte character) {
    return character == ' ' || character == '\t';
  }

  /** {@return the value of a hexadecimal digit, or -1} */
  static int hex(byte character) {
    return character < 0 ? -1 : Character.digit(character, 16);
  }
}
