package dev.belay.mcp.envelope;

import java.util.Arrays;

/**
 * Scans JSON values without building anything, checking grammar and UTF-8 strictly.
 *
 * <p>Nesting costs one bit per level and no stack. Each method takes the offset to start at and
 * returns the offset after what it read. Not safe for use by several threads.
 */
final class JsonScanner {
  private static final int NOTHING = 0; // a NUL byte is invalid everywhere in JSON

  private final byte[] bytes;
  private final int end;
  private long[] objects = new long[1]; // bit n: whether level n is an object (or an array)
  private int depth;
  private int deepest;
  private boolean expectsValue;
  private boolean escaped;

  JsonScanner(byte[] bytes, int end) {
    this.bytes = bytes;
    this.end = end;
  }

  /** {@return the deepest nesting seen so far} */
  int deepest() {
    return deepest;
  }

  /** {@return whether the last string or key contained an escape} */
  boolean escaped() {
    return escaped;
  }

  /** {@return the byte at the offset, or 0 at the end} */
  byte peek(int at) {
    return at < end ? bytes[at] : NOTHING;
  }

  int whitespace(int at) {
    int i = at;
    while (i < end
        && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\n' || bytes[i] == '\r')) {
      i++;
    }
    return i;
  }

  void enter(boolean object) {
    int word = depth >>> 6;
    if (word == objects.length) {
      objects = Arrays.copyOf(objects, word * 2);
    }
    long bit = 1L << depth;
    objects[word] = object ? objects[word] | bit : objects[word] & ~bit;
    depth++;
    deepest = Math.max(deepest, depth);
  }

  void leave() {
    depth--;
  }

  private boolean inObject() {
    int level = depth - 1;
    return (objects[level >>> 6] & (1L << level)) != 0;
  }

  /** Reads one value of any type. */
  int value(int start) throws NotJson {
    int floor = depth;
    int at = start;
    do {
      at = begin(at);
      while (!expectsValue && depth > floor) {
        at = follow(at);
      }
    } while (expectsValue);
    return at;
  }

  /** Reads a scalar or an empty container, or enters a container up to its first value. */
  private int begin(int at) throws NotJson {
    expectsValue = false;
    return switch (peek(at)) {
      case '"' -> string(at);
      case '{' -> into(at, true);
      case '[' -> into(at, false);
      case 't' -> word(at, "true");
      case 'f' -> word(at, "false");
      case 'n' -> word(at, "null");
      default -> number(at);
    };
  }

  private int into(int start, boolean object) throws NotJson {
    enter(object);
    int at = whitespace(start + 1);
    if (peek(at) == (object ? '}' : ']')) {
      leave();
      return at + 1;
    }
    expectsValue = true;
    return object ? key(at) : at;
  }

  /** Reads what follows a value in its container: a comma up to the next value, or the end. */
  private int follow(int start) throws NotJson {
    int at = whitespace(start);
    if (peek(at) == ',') {
      expectsValue = true;
      at = whitespace(at + 1);
      return inObject() ? key(at) : at;
    }
    if (peek(at) != (inObject() ? '}' : ']')) {
      throw unexpected(at);
    }
    leave();
    return at + 1;
  }

  /** Reads a key and its colon, up to where the value starts. */
  private int key(int start) throws NotJson {
    return colon(string(start));
  }

  int colon(int start) throws NotJson {
    int at = whitespace(start);
    if (peek(at) != ':') {
      throw unexpected(at);
    }
    return whitespace(at + 1);
  }

  int string(int start) throws NotJson {
    if (peek(start) != '"') {
      throw unexpected(start);
    }
    escaped = false;
    int at = start + 1;
    while ((at = plain(at)) < end) {
      byte c = bytes[at];
      if (c == '"') {
        return at + 1;
      } else if (c == '\\') {
        escaped = true;
        at = escape(at);
      } else if (c < 0) {
        int length = utf8(bytes, at, end);
        if (length == 0) {
          throw new NotJson("not UTF-8: byte 0x" + Integer.toHexString(c & 0xff), at);
        }
        at += length;
      } else {
        throw new NotJson("a raw control character in a string", at);
      }
    }
    throw unexpected(end);
  }

  /**
   * Skips the ASCII that a string may contain unescaped: nearly all bytes of nearly all messages.
   */
  private int plain(int start) {
    byte[] from = bytes;
    int to = end;
    int at = start;
    while (at < to && from[at] >= ' ' && from[at] != '"' && from[at] != '\\') {
      at++;
    }
    return at;
  }

  private int escape(int at) throws NotJson {
    return switch (peek(at + 1)) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 2;
      case 'u' -> {
        for (int i = at + 2; i < at + 6; i++) {
          if (Character.digit(peek(i), 16) < 0) {
            throw unexpected(i);
          }
        }
        yield at + 6;
      }
      default -> throw unexpected(at + 1);
    };
  }

  private int number(int start) throws NotJson {
    int at = peek(start) == '-' ? start + 1 : start;
    at = peek(at) == '0' ? at + 1 : digits(at);
    if (peek(at) == '.') {
      at = digits(at + 1);
    }
    if (peek(at) == 'e' || peek(at) == 'E') {
      byte sign = peek(at + 1);
      at = digits(sign == '+' || sign == '-' ? at + 2 : at + 1);
    }
    return at;
  }

  private int digits(int start) throws NotJson {
    int at = start;
    while (peek(at) >= '0' && peek(at) <= '9') {
      at++;
    }
    if (at == start) {
      throw unexpected(at);
    }
    return at;
  }

  private int word(int start, String word) throws NotJson {
    for (int i = 0; i < word.length(); i++) {
      if (peek(start + i) != word.charAt(i)) {
        throw unexpected(start + i);
      }
    }
    return start + word.length();
  }

  NotJson unexpected(int at) {
    if (at >= end) {
      return new NotJson("not JSON: it ends too early", end);
    }
    int found = bytes[at] & 0xff;
    String shown =
        found > ' ' && found < 0x7f ? "'" + (char) found + "'" : "0x" + Integer.toHexString(found);
    return new NotJson("not JSON: unexpected " + shown, at);
  }

  /**
   * Returns the length of the UTF-8 sequence of two to four bytes at {@code at}, 0 if it is
   * invalid: as in RFC 3629, without overlong forms, surrogates, or anything above U+10FFFF.
   */
  private static int utf8(byte[] bytes, int at, int end) {
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

  /** Iterates over the members of one object or the items of one array. */
  static final class Cursor {
    private final JsonScanner json;
    private final boolean object;
    private final byte close;
    private int at;
    private boolean first = true;
    private Span key = new Span(0, 0);
    private Span value = new Span(0, 0);

    private Cursor(JsonScanner json, boolean object, int start) throws NotJson {
      this.json = json;
      this.object = object;
      this.close = (byte) (object ? '}' : ']');
      if (json.peek(start) != (object ? '{' : '[')) {
        throw json.unexpected(start);
      }
      this.at = start + 1;
    }

    static Cursor object(JsonScanner json, int start) throws NotJson {
      return new Cursor(json, true, start);
    }

    static Cursor array(JsonScanner json, int start) throws NotJson {
      return new Cursor(json, false, start);
    }

    /** Moves to the next member; false at the end, from where on {@link #end()} is valid. */
    boolean next() throws NotJson {
      at = json.whitespace(at);
      if (json.peek(at) == close) {
        at++;
        return false;
      }
      if (!first) {
        if (json.peek(at) != ',') {
          throw json.unexpected(at);
        }
        at = json.whitespace(at + 1);
      }
      first = false;
      if (object) {
        int keyEnd = json.string(at);
        key = new Span(at, keyEnd - at);
        at = json.colon(keyEnd);
      }
      int end = json.value(at);
      value = new Span(at, end - at);
      at = end;
      return true;
    }

    /** {@return the key of the current member, with its quotes} */
    Span key() {
      return key;
    }

    /** {@return the value of the current member or item} */
    Span value() {
      return value;
    }

    /** {@return the offset after the closing bracket} */
    int end() {
      return at;
    }
  }
}
