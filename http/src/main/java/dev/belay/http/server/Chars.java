package dev.belay.http.server;

/** Which bytes may stand where in HTTP (RFC 9110 §5.6.2, §5.5; RFC 3986 for targets). */
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

  /** {@return true for a letter, digit or mark that a method or a header's name may have} */
  static boolean isToken(byte character) {
    return TOKEN[character & 0xff];
  }

  static boolean isToken(String text) {
    return !text.isEmpty() && text.chars().allMatch(at -> at < 256 && TOKEN[at]);
  }

  /** {@return true for what a header's value may have: no control character but the tab} */
  static boolean isValue(byte character) {
    int at = character & 0xff;
    return at >= ' ' ? at != 0x7f : at == '\t';
  }

  static boolean isValue(String text) {
    return text.chars().allMatch(at -> at < 256 && isValue((byte) at));
  }

  /** {@return true for what a request's target may have: what is printed, in ASCII} */
  static boolean isTarget(byte character) {
    return character > ' ' && character < 0x7f;
  }

  static boolean isSpace(byte character) {
    return character == ' ' || character == '\t';
  }

  /** {@return the value of a hexadecimal digit, or -1} */
  static int hex(byte character) {
    return character < 0 ? -1 : Character.digit(character, 16);
  }
}
