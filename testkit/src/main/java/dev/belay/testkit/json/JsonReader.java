package dev.belay.testkit.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;

/** Reads one value by recursive descent; the stack bounds the depth, which suffices for tests. */
final class JsonReader {
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final String ENDS_AN_ATOM = " \t\r\n,:]}[{\"";

  private final String text;
  private int position;

  JsonReader(String text) {
    this.text = text;
  }

  Json document() {
    var value = value();
    skipSpace();
    if (position < text.length()) {
      throw new NotJson("more than one value", position);
    }
    return value;
  }

  private Json value() {
    skipSpace();
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      default -> atom();
    };
  }

  private Json object() {
    var start = position++;
    var members = new LinkedHashMap<String, Json>();
    skipSpace();
    if (!taken('}')) {
      do {
        skipSpace();
        if (peek() != '"') {
          throw new NotJson("expected a key", position);
        }
        var key = string().value();
        skipSpace();
        expect(':');
        members.put(key, value());
        skipSpace();
      } while (taken(','));
      expect('}');
    }
    return new Json.Members(text.substring(start, position), members);
  }

  private Json array() {
    var start = position++;
    var items = new ArrayList<Json>();
    skipSpace();
    if (!taken(']')) {
      do {
        items.add(value());
        skipSpace();
      } while (taken(','));
      expect(']');
    }
    return new Json.Items(text.substring(start, position), items);
  }

  private Json.Text string() {
    var start = position++;
    var value = new StringBuilder();
    var plain = position;
    for (var c = atSpecial(); c != '"'; c = atSpecial()) {
      position++;
      if (c < ' ') {
        throw new NotJson("control character in a string", position - 1);
      }
      value.append(text, plain, position - 1).append(escaped());
      plain = position;
    }
    value.append(text, plain, position);
    position++;
    return new Json.Text(text.substring(start, position), value.toString());
  }

  /** Moves to the next character of a string that is not plain, and returns it. */
  private char atSpecial() {
    for (; position < text.length(); position++) {
      var c = text.charAt(position);
      if (c == '"' || c == '\\' || c < ' ') {
        return c;
      }
    }
    throw new NotJson("text ends too early", position);
  }

  private char escaped() {
    var c = peek();
    position++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw new NotJson("unknown escape", position - 1);
    };
  }

  private char unicode() {
    try {
      var c = (char) Integer.parseInt(text, position, position + 4, 16);
      position += 4;
      return c;
    } catch (NumberFormatException | IndexOutOfBoundsException _) {
      throw new NotJson("bad unicode escape", position);
    }
  }

  private Json atom() {
    var start = position;
    while (position < text.length() && ENDS_AN_ATOM.indexOf(text.charAt(position)) < 0) {
      position++;
    }
    var raw = text.substring(start, position);
    return switch (raw) {
      case "true", "false", "null" -> new Json.Atom(raw);
      default -> {
        if (!NUMBER.matcher(raw).matches()) {
          throw new NotJson("unexpected '" + raw + "'", start);
        }
        yield new Json.Atom(raw);
      }
    };
  }

  private void skipSpace() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }

  private char peek() {
    if (position >= text.length()) {
      throw new NotJson("text ends too early", position);
    }
    return text.charAt(position);
  }

  private boolean taken(char wanted) {
    if (peek() != wanted) {
      return false;
    }
    position++;
    return true;
  }

  private void expect(char wanted) {
    if (!taken(wanted)) {
      throw new NotJson("expected '" + wanted + "'", position);
    }
  }
}
