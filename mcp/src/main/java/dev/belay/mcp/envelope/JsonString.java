package dev.belay.mcp.envelope;

import java.nio.charset.StandardCharsets;

/** Decodes and encodes JSON strings. */
public final class JsonString {
  private static final String HEX = "0123456789abcdef";

  private JsonString() {}

  /** Decodes the valid string literal at {@code literal}, quotes included. */
  public static String decode(byte[] bytes, Span literal) {
    return decode(bytes, literal.offset() + 1, literal.end() - 1);
  }

  /** Decodes at least that many characters from the beginning of a valid string literal. */
  static String beginning(byte[] bytes, Span literal, int characters) {
    int end = literal.offset() + 1;
    for (int count = 0; count < characters && end < literal.end() - 1; count++) {
      if (bytes[end] == '\\') {
        end += bytes[end + 1] == 'u' ? 6 : 2;
      } else {
        end++;
        // Continuation bytes belong to their character.
        while (end < literal.end() - 1 && (bytes[end] & 0xc0) == 0x80) {
          end++;
        }
      }
    }
    return decode(bytes, literal.offset() + 1, end);
  }

  /** Encodes {@code text} as a literal in UTF-8. */
  public static byte[] encode(String text) {
    return quote(text).getBytes(StandardCharsets.UTF_8);
  }

  static String decode(byte[] bytes, int from, int to) {
    int escape = from;
    while (escape < to && bytes[escape] != '\\') {
      escape++;
    }
    var plain = new String(bytes, from, escape - from, StandardCharsets.UTF_8);
    return escape == to ? plain : plain + unescape(bytes, escape, to);
  }

  private static String unescape(byte[] bytes, int from, int to) {
    var text = new StringBuilder(to - from);
    int at = from;
    while (at < to) {
      if (bytes[at] != '\\') {
        int run = at;
        while (run < to && bytes[run] != '\\') {
          run++;
        }
        text.append(new String(bytes, at, run - at, StandardCharsets.UTF_8));
        at = run;
      } else if (bytes[at + 1] == 'u') {
        text.append(
            (char) Integer.parseInt(new String(bytes, at + 2, 4, StandardCharsets.US_ASCII), 16));
        at += 6;
      } else {
        text.append(meaning(bytes[at + 1]));
        at += 2;
      }
    }
    return text.toString();
  }

  private static char meaning(byte escape) {
    return switch (escape) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> (char) escape;
    };
  }

  /**
   * Returns {@code text} as a literal; characters that UTF-8 or a line cannot carry are escaped.
   */
  public static String quote(String text) {
    var json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> json.append('\\').append(c);
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        default -> {
          if (Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1))) {
            json.append(c).append(text.charAt(++i));
          } else if (c < ' ' || c == 0x7f || Character.isSurrogate(c)) {
            unicode(json, c);
          } else {
            json.append(c);
          }
        }
      }
    }
    return json.append('"').toString();
  }

  private static void unicode(StringBuilder json, char c) {
    json.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      json.append(HEX.charAt((c >> shift) & 0xf));
    }
  }
}
