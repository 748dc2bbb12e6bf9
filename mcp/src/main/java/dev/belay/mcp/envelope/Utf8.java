package dev.belay.mcp.envelope;

/** UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF. */
final class Utf8 {
  private Utf8() {}

  /** Returns the length of the sequence of two to four bytes at {@code at}, or 0 if it is none. */
  static int sequence(byte[] bytes, int at, int end) {
    int lead = bytes[at] & 0xff;
    int length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length == 0 || at + length > end) {
      return 0;
    }
    int second = bytes[at + 1] & 0xff;
    int least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    int most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) {
      return 0;
    }
    for (int i = at + 2; i < at + length; i++) {
      if ((bytes[i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return length;
  }
}
