package dev.belay.gateway.listing;

/** Steps over values in bytes that are known to be JSON, without looking into them. */
final class JsonText {
  private JsonText() {}

  /** {@return where the next byte is that is no white space} */
  static int next(byte[] json, int start) {
    int at = start;
    while (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t') {
      at++;
    }
    return at;
  }

  /** {@return where the value that begins at {@code start} has ended} */
  static int end(byte[] json, int start) {
    return switch (json[start]) {
      case '"' -> string(json, start);
      case '{', '[' -> container(json, start);
      default -> scalar(json, start);
    };
  }

  private static int string(byte[] json, int start) {
    int at = start + 1;
    while (json[at] != '"') {
      at += json[at] == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private static int container(byte[] json, int start) {
    int at = start;
    int depth = 0;
    do {
      switch (json[at]) {
        case '"' -> at = string(json, at);
        case '{', '[' -> {
          depth++;
          at++;
        }
        case '}', ']' -> {
          depth--;
          at++;
        }
        default -> at++;
      }
    } while (depth > 0);
    return at;
  }

  private static int scalar(byte[] json, int start) {
    int at = start;
    while (at < json.length && isOfScalar(json[at])) {
      at++;
    }
    return at;
  }

  private static boolean isOfScalar(byte c) {
    return c != ',' && c != '}' && c != ']' && c > ' ';
  }
}
