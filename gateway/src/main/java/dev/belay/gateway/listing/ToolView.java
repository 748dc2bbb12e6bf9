package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Turns a tool as its server defines it into what clients see in a list (S4-7 … S4-9, C22).
 *
 * <p>The full definition stays what calls are checked against. Safe for use by many threads.
 */
public final class ToolView {
  private static final int LEAST = 80;
  private static final int MOST = 500;

  private final int descriptionMaxChars;

  /**
   * Makes tools shorter.
   *
   * @param descriptionMaxChars how long a description may be; below 80 it is 80, above 500 it is
   *     500
   */
  public ToolView(int descriptionMaxChars) {
    this.descriptionMaxChars = Math.clamp(descriptionMaxChars, LEAST, MOST);
  }

  /** {@return what is known to be a JSON object, shorter and under that name} */
  public byte[] of(byte[] tool, String name) {
    int start = JsonText.next(tool, 0);
    var whole = new Span(start, JsonText.end(tool, start) - start);
    return new Writer(tool, whole, descriptionMaxChars).named(name);
  }

  /** {@return what is known to be a JSON object under that name; all else byte for byte} */
  public static byte[] renamed(byte[] json, String name) {
    int start = JsonText.next(json, 0);
    var tool = new Span(start, JsonText.end(json, start) - start);
    var out = new ByteArrayOutputStream(tool.length() + name.length());
    int kept = start;
    int at = JsonText.next(json, start + 1);
    while (json[at] != '}') {
      int keyEnd = JsonText.end(json, at);
      int from = JsonText.next(json, JsonText.next(json, keyEnd) + 1);
      int end = JsonText.end(json, from);
      if (JsonString.decode(json, new Span(at, keyEnd - at)).equals("name")) {
        out.write(json, kept, from - kept);
        out.writeBytes(JsonString.encode(name));
        kept = end;
      }
      at = JsonText.next(json, end);
      at = json[at] == ',' ? JsonText.next(json, at + 1) : at;
    }
    out.write(json, kept, tool.end() - kept);
    return out.toByteArray();
  }

  /**
   * Writes one tool as short as a list needs it (S4-7 … S4-9, C22).
   *
   * <p>The description is short, the schemas have no prose, and what means the same without being
   * said is not said; ADR 15 has the list. All else is written as it came, what nobody here knows
   * too, save white space between the tool's own members. Reads what is known to be JSON. Not safe
   * for use by several threads.
   */
  private static final class Writer {
    private static final String TITLE = "title";

    private final byte[] json;
    private final Span tool;
    private final int descriptionMaxChars;
    private final ByteArrayOutputStream out;

    Writer(byte[] json, Span tool, int descriptionMaxChars) {
      this.json = json;
      this.tool = tool;
      this.descriptionMaxChars = descriptionMaxChars;
      out = new ByteArrayOutputStream(tool.length());
    }

    /** {@return the tool under that name} */
    byte[] named(String name) {
      object(tool.offset(), out, (member, value) -> shown(member, value, name));
      return out.toByteArray();
    }

    /** What becomes of a member. */
    private interface Shaping {
      /** {@return its value, null if it is left out} */
      byte @Nullable [] shown(String member, Span value);
    }

    /** Writes an object. */
    private void object(int start, ByteArrayOutputStream to, Shaping shaping) {
      char before = '{';
      int at = JsonText.next(json, start + 1);
      while (json[at] != '}') {
        var key = new Span(at, JsonText.end(json, at) - at);
        int from = JsonText.next(json, JsonText.next(json, key.end()) + 1);
        var value = new Span(from, JsonText.end(json, from) - from);
        var shown = shaping.shown(JsonString.decode(json, key), value);
        if (shown != null) {
          to.write(before);
          to.write(json, key.offset(), key.length());
          to.write(':');
          to.writeBytes(shown);
          before = ',';
        }
        at = JsonText.next(json, value.end());
        at = json[at] == ',' ? JsonText.next(json, at + 1) : at;
      }
      if (before == '{') {
        to.write('{');
      }
      to.write('}');
    }

    private byte @Nullable [] shown(String member, Span value, String name) {
      return switch (member) {
        case "name" -> JsonString.encode(name);
        case "description" -> value.isString(json) ? description(value) : value.of(json);
        case "inputSchema", "outputSchema" -> SchemaWriter.compact(json, value);
        case "annotations" -> value.isObject(json) ? annotations(value) : value.of(json);
        case "execution" -> isUsualExecution(value) ? null : value.of(json);
        default -> value.of(json);
      };
    }

    private byte[] description(Span value) {
      var text = JsonString.decode(json, value);
      var shortened = Description.shortened(text, descriptionMaxChars);
      return shortened.equals(text) ? value.of(json) : JsonString.encode(shortened);
    }

    /** {@return the hints that say something; null if none does} */
    private byte @Nullable [] annotations(Span annotations) {
      var hints = new ByteArrayOutputStream(annotations.length());
      object(
          annotations.offset(), hints, (hint, value) -> says(hint, value) ? value.of(json) : null);
      return hints.size() > 2 ? hints.toByteArray() : null;
    }

    /**
     * A hint that is false without being said is not said. Those that are true without being said
     * are: some clients ask only where they are told to.
     */
    private boolean says(String hint, Span value) {
      return switch (hint) {
        case "readOnlyHint", "idempotentHint" -> !is(value, "false");
        case TITLE -> !isTitleOfTool(value);
        default -> true;
      };
    }

    /** The tool's own title comes before that of its annotations, wherever it is shown. */
    private boolean isTitleOfTool(Span value) {
      var title = Slices.find(json, tool, TITLE);
      return title != null
          && title.isString(json)
          && value.isString(json)
          && JsonString.decode(json, title).equals(JsonString.decode(json, value));
    }

    /** That a tool is not to be run as a task need not be said (MCP 2025-11-25 §tasks). */
    private boolean isUsualExecution(Span value) {
      if (!value.isObject(json)) {
        return false;
      }
      var members = Slices.members(json, value);
      return members.size() == 1 && is(members.get("taskSupport"), "\"forbidden\"");
    }

    private boolean is(@Nullable Span value, String literal) {
      if (value == null || value.length() != literal.length()) {
        return false;
      }
      for (int i = 0; i < literal.length(); i++) {
        if (json[value.offset() + i] != literal.charAt(i)) {
          return false;
        }
      }
      return true;
    }

    /** Words about a tool, as short as a list needs them (S4-7). */
    private static final class Description {
      private static final String CUT = "...";

      private Description() {}

      /**
       * {@return the text with single spaces, and no longer than {@code most} characters; one that
       * was cut ends with a word, if one ends near, and three dots}
       */
      static String shortened(String text, int most) {
        var normal = normal(text);
        if (normal.length() <= most) {
          return normal;
        }
        int end = most - CUT.length();
        if (Character.isHighSurrogate(normal.charAt(end - 1))) {
          end--;
        }
        int space = normal.lastIndexOf(' ', end);
        return normal.substring(0, space > end / 2 ? space : end) + CUT;
      }

      private static String normal(String text) {
        var normal = new StringBuilder(text.length());
        boolean space = false;
        for (int i = 0; i < text.length(); i++) {
          char c = text.charAt(i);
          if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
            space = !normal.isEmpty();
          } else {
            if (space) {
              normal.append(' ');
              space = false;
            }
            normal.append(c);
          }
        }
        return normal.toString();
      }
    }
  }
}
