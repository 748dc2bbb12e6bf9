package dev.belay.probe.report;

import java.util.Locale;

/** Text and numbers as XML can hold them. */
final class Xml {
  private Xml() {}

  /** {@return the text, to stand in an element or an attribute} */
  static String text(String text) {
    var xml = new StringBuilder(text.length());
    text.codePoints().forEach(c -> append(xml, c));
    return xml.toString();
  }

  private static void append(StringBuilder xml, int c) {
    switch (c) {
      case '&' -> xml.append("&amp;");
      case '<' -> xml.append("&lt;");
      case '>' -> xml.append("&gt;");
      case '"' -> xml.append("&quot;");
      default -> {
        // What XML 1.0 cannot hold at all, not even escaped, and what a browser would act on.
        boolean isHeld = !Character.isISOControl(c) && c != 0xFFFE && c != 0xFFFF;
        xml.appendCodePoint(isHeld && !isSurrogate(c) ? c : '\uFFFD');
      }
    }
  }

  private static boolean isSurrogate(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }

  /** {@return a coordinate} */
  static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
