package dev.belay.probe.report;

import java.util.Locale;

/** Writes elements and texts of XML. For one thread. */
final class Xml {
  private final StringBuilder xml = new StringBuilder();

  /** Begins an element; attributes are names, each before its value, a text or a coordinate. */
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

  /** Adds an element that holds nothing. */
  Xml empty(String name, Object... attributes) {
    begin(name, attributes);
    xml.insert(xml.length() - 1, '/').append('\n');
    return this;
  }

  /** Adds an element that holds a text. */
  Xml element(String name, String text, Object... attributes) {
    return begin(name, attributes).raw(text(text)).end(name);
  }

  /** Adds what is XML already. */
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
