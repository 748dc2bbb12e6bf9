package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
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
    return JsonTree.of(tool) instanceof JsonTree.Members members
        ? new Writer(tool, members, descriptionMaxChars).named(name)
        : tool;
  }

  /** {@return what is known to be a JSON object under that name; all else byte for byte} */
  public static byte[] renamed(byte[] json, String name) {
    var tool = JsonTree.of(json);
    var out = new ByteArrayOutputStream(json.length + name.length());
    int kept = tool.at().offset();
    if (tool instanceof JsonTree.Members(_, var members)) {
      for (var member : members) {
        if (member.name().equals("name")) {
          out.write(json, kept, member.value().at().offset() - kept);
          out.writeBytes(JsonString.encode(name));
          kept = member.value().at().end();
        }
      }
    }
    out.write(json, kept, tool.at().end() - kept);
    return out.toByteArray();
  }

  /**
   * Writes one tool as short as a list needs it (S4-7 … S4-9, C22).
   *
   * <p>The description is short, the schemas have no prose, and what means the same without being
   * said is not said; ADR 15 has the list. All else is written as it came, unknown members too,
   * save white space between the tool's own members. Not safe for use by several threads.
   */
  private static final class Writer {
    private static final String TITLE = "title";
    private static final String CUT = "...";

    private final byte[] json;
    private final JsonTree.Members tool;
    private final int descriptionMaxChars;

    Writer(byte[] json, JsonTree.Members tool, int descriptionMaxChars) {
      this.json = json;
      this.tool = tool;
      this.descriptionMaxChars = descriptionMaxChars;
    }

    /** {@return the tool under that name} */
    byte[] named(String name) {
      return object(tool, (member, value) -> shown(member, value, name));
    }

    /** What becomes of a member. */
    private interface Shaping {
      /** {@return its value, null if it is left out} */
      byte @Nullable [] shown(String member, JsonTree value);
    }

    private byte[] object(JsonTree.Members object, Shaping shaping) {
      var to = new ByteArrayOutputStream(object.at().length());
      char before = '{';
      for (var member : object.members()) {
        var shown = shaping.shown(member.name(), member.value());
        if (shown != null) {
          to.write(before);
          to.write(json, member.key().offset(), member.key().length());
          to.write(':');
          to.writeBytes(shown);
          before = ',';
        }
      }
      if (before == '{') {
        to.write('{');
      }
      to.write('}');
      return to.toByteArray();
    }

    private byte @Nullable [] shown(String member, JsonTree value, String name) {
      var whole = value.at().of(json);
      return switch (member) {
        case "name" -> JsonString.encode(name);
        case "description" -> value.at().isString(json) ? description(value.at()) : whole;
        case "inputSchema", "outputSchema" -> SchemaWriter.compact(json, value.at());
        case "annotations" -> value instanceof JsonTree.Members all ? annotations(all) : whole;
        case "execution" -> isUsualExecution(value) ? null : whole;
        default -> whole;
      };
    }

    private byte[] description(Span value) {
      var text = JsonString.decode(json, value);
      var shortened = shortened(text);
      return shortened.equals(text) ? value.of(json) : JsonString.encode(shortened);
    }

    /**
     * {@return the text with single spaces, as long as it may be (S4-7); one that was cut ends with
     * a word, if one ends near, and three dots}
     */
    private String shortened(String text) {
      var normal = normal(text);
      if (normal.length() <= descriptionMaxChars) {
        return normal;
      }
      int end = descriptionMaxChars - CUT.length();
      if (Character.isHighSurrogate(normal.charAt(end - 1))) {
        end--;
      }
      int space = normal.lastIndexOf(' ', end);
      return normal.substring(0, space > end / 2 ? space : end) + CUT;
    }

    private static String normal(String text) {
      var normal = new StringBuilder(text.length());
      boolean wasSpace = true;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        boolean isSpace = Character.isWhitespace(c) || Character.isSpaceChar(c);
        if (!isSpace || !wasSpace) {
          normal.append(isSpace ? ' ' : c);
        }
        wasSpace = isSpace;
      }
      return normal.toString().strip();
    }

    /** {@return the hints that say something; null if none does} */
    private byte @Nullable [] annotations(JsonTree.Members annotations) {
      var hints =
          object(annotations, (hint, value) -> says(hint, value.at()) ? value.at().of(json) : null);
      return hints.length > 2 ? hints : null;
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
      var title = tool.get(TITLE);
      return title != null
          && title.at().isString(json)
          && value.isString(json)
          && JsonString.decode(json, title.at()).equals(JsonString.decode(json, value));
    }

    /** That a tool is not to be run as a task need not be said (MCP 2025-11-25 §tasks). */
    private boolean isUsualExecution(JsonTree value) {
      if (!(value instanceof JsonTree.Members execution) || execution.members().size() != 1) {
        return false;
      }
      var support = execution.get("taskSupport");
      return support != null && is(support.at(), "\"forbidden\"");
    }

    private boolean is(Span value, String literal) {
      return literal.equals(new String(value.of(json), StandardCharsets.UTF_8));
    }
  }
}
