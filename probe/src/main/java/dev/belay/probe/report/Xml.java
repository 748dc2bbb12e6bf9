package dev.belay.probe.report;

import java.util.Locale;

/** Writes XML elements and texts. For one thread. */
final class Xml {
  private final StringBuilder xml = new StringBuilder();

  /** Begins an element; attributes are pairs of a name and a value, a text or a coordinate. */
  Xml begin(String name, Object... attributes) {
    xml.append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      xml.append(' ').append(attributes[i]).append("=\"");
      xml.append(
          attributes[i + 1] instanceof Double at ? number(at) : text(attributes[i + 1] + ""));
      xml.append('"');
    }
    xml.append('>');
    return this;
  }

  /** Ends an element, and a line. */
  Xml end(String name) {
    xml.append("</").append(name).append(">\n");
    return this;
  }

  /** Adds an empty element. */
  Xml empty(String name, Object... attributes) {
    begin(name, attributes);
    xml.insert(xml.length() - 1, '/').append('\n');
    return this;
  }

  /** Adds an element with a text. */
  Xml element(String name, String text, Object... attributes) {
    return begin(name, attributes).raw(text(text)).end(name);
  }

  /** Adds XML. */
  Xml raw(String more) {
    xml.append(more);
    return this;
  }

  @Override
  public String toString() {
    return xml.toString();
  }

  private static String text(String text) {
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
        // Excludes characters that XML 1.0 cannot represent, not even escaped, and those that a
        // browser interprets.
        boolean isHeld = !Character.isISOControl(c) && c != 0xFFFE && c != 0xFFFF;
        xml.appendCodePoint(isHeld && !isSurrogate(c) ? c : '\uFFFD');
      }
    }
  }

  private static boolean isSurrogate(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }

  /** {@return a number as a coordinate} */
  static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
