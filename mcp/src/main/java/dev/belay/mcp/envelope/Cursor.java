package dev.belay.mcp.envelope;

/** Steps through the members of one object or the items of one array. */
final class Cursor {
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

  /** Moves to the next member; false at the end, from then on {@link #end()} is known. */
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
