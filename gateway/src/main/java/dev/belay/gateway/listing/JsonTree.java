package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON value parsed in one pass, without copying: each part holds its position. */
sealed interface JsonTree {
  /** Values nested more deeply are not parsed. */
  int DEEPEST = 128;

  /** {@return the position of the value} */
  Span at();

  /** A string, a number or a literal, or an object or array that is nested too deeply. */
  record Leaf(Span at) implements JsonTree {}

  /** An array. */
  record Items(Span at, List<JsonTree> items) implements JsonTree {}

  /** An object; duplicate names are kept. */
  record Members(Span at, List<Member> members) implements JsonTree {
    /** {@return the value of the first member of that name; null for none} */
    @Nullable JsonTree get(String name) {
      for (var member : members) {
        if (member.name.equals(name)) {
          return member.value;
        }
      }
      return null;
    }
  }

  /** A member, with its name as written and as decoded. */
  record Member(Span key, String name, JsonTree value) {}

  /** Parses what is known to be one JSON value. */
  static JsonTree of(byte[] json) {
    return of(json, 0);
  }

  /** Parses the value that begins at {@code start}, after optional white space. */
  static JsonTree of(byte[] json, int start) {
    return new Reader(json, start).value(0);
  }

  /** A cursor over what is known to be JSON. */
  final class Reader {
    private final byte[] json;
    private int at;

    private Reader(byte[] json, int start) {
      this.json = json;
      at = start;
      skipSpace();
    }

    private JsonTree value(int depth) {
      int start = at;
      if (depth > DEEPEST) {
        skip();
        return new Leaf(from(start));
      }
      return switch (json[start]) {
        case '{' -> {
          var members = new ArrayList<Member>();
          while (hasNext('}')) {
            int key = at;
            skip();
            var name = from(key);
            step(':');
            members.add(new Member(name, JsonString.decode(json, name), value(depth + 1)));
          }
          yield new Members(from(start), members);
        }
        case '[' -> {
          var items = new ArrayList<JsonTree>();
          while (hasNext(']')) {
            items.add(value(depth + 1));
          }
          yield new Items(from(start), items);
        }
        default -> {
          skip();
          yield new Leaf(from(start));
        }
      };
    }

    private Span from(int start) {
      return new Span(start, at - start);
    }

    /** Steps to the next part of a container, or over its end if there is none. */
    private boolean hasNext(char close) {
      step(json[at] == '{' || json[at] == '[' ? (char) json[at] : ',');
      if (json[at] != close) {
        return true;
      }
      at++;
      return false;
    }

    /** Steps over white space, an optional mark, and white space again. */
    private void step(char mark) {
      skipSpace();
      if (json[at] == mark) {
        at++;
        skipSpace();
      }
    }

    private void skipSpace() {
      while (at < json.length
          && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) {
        at++;
      }
    }

    /** Steps over one value. */
    private void skip() {
      int depth = 0;
      do {
        switch (json[at++]) {
          case '"' -> {
            while (json[at] != '"') {
              at += json[at] == '\\' ? 2 : 1;
            }
            at++;
          }
          case '{', '[' -> depth++;
          case '}', ']' -> depth--;
          default -> {
            if (depth == 0) {
              while (at < json.length && json[at] > ' ' && ",}]".indexOf(json[at]) < 0) {
                at++;
              }
            }
          }
        }
      } while (depth > 0);
    }
  }
}
