package dev.belay.config;

/** The comments that editors allow in their JSON files, which are no YAML. */
final class JsonComments {
  private JsonComments() {}

  /** {@return the text with its comments blanked out, so that all else stays where it is} */
  static String blank(String text) {
    if (text.indexOf("//") < 0 && text.indexOf("/*") < 0) {
      return text;
    }
    var blanked = new StringBuilder(text);
    int at = 0;
    while (at < text.length()) {
      int end = text.charAt(at) == '"' ? endOfString(text, at) : endOfComment(text, at);
      if (end == at) {
        at++;
        continue;
      }
      if (text.charAt(at) == '/') {
        blank(blanked, at, end);
      }
      at = end;
    }
    return blanked.toString();
  }

  private static int endOfString(String text, int from) {
    int at = from + 1;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at + 1, text.length());
  }

  /** {@return where the comment ends that begins here; the same place if none does} */
  private static int endOfComment(String text, int from) {
    if (text.startsWith("/*", from)) {
      int end = text.indexOf("*/", from + 2);
      return end < 0 ? text.length() : end + 2;
    }
    if (text.startsWith("//", from) && !isOfAddress(text, from)) {
      int end = text.indexOf('\n', from);
      return end < 0 ? text.length() : end;
    }
    return from;
  }

  /** In YAML, which such a file may be too, an address needs no quotes: {@code url: http://…}. */
  private static boolean isOfAddress(String text, int slashes) {
    return slashes > 1
        && text.charAt(slashes - 1) == ':'
        && Character.isLetter(text.charAt(slashes - 2));
  }

  private static void blank(StringBuilder text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (text.charAt(at) != '\n' && text.charAt(at) != '\r') {
        text.setCharAt(at, ' ');
      }
    }
  }
}
