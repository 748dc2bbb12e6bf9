package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Converts a tool from its server's definition to its form in clients' lists (S4-7 … S4-9, C22).
 *
 * <p>Calls are still checked against the full definition. Safe for use by many threads.
 */
public final class ToolView {
  private static final int LEAST = 80;
  private static final int MOST = 500;

  private final int descriptionMaxChars;

  /**
   * Creates a view that shortens tools.
   *
   * @param descriptionMaxChars the maximum length of a description, clamped to between 80 and 500
   */
  public ToolView(int descriptionMaxChars) {
    this.descriptionMaxChars = Math.clamp(descriptionMaxChars, LEAST, MOST);
  }

  /** {@return what is known to be a JSON object, shortened and with that name} */
  public byte[] of(byte[] tool, String name) {
    return JsonTree.of(tool) instanceof JsonTree.Members members
        ? new Writer(tool, members, descriptionMaxChars).named(name)
        : tool;
  }

  /** {@return what is known to be a JSON object, with that name and otherwise byte for byte} */
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
   * Writes one tool in the short form of a list (S4-7 … S4-9, C22).
   *
   * <p>The description is shortened, the schemas lose their prose, and members that only state a
   * default are omitted; ADR 15 has the list. The rest is written unchanged, unknown members
   * included, except for white space between the tool's own members. Not safe for use by several
   * threads.
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

    /** {@return the tool with that name} */
    byte[] named(String name) {
      return object(tool, (member, value) -> shown(member, value, name));
    }

    /** Decides the form of a member. */
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
     * {@return the text with single spaces, as long as it may be (S4-7); one that was cut ends at a
     * nearby word boundary, if there is one, and with three dots}
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

    /** {@return the hints that are kept; null if there are none} */
    private byte @Nullable [] annotations(JsonTree.Members annotations) {
      var hints =
          object(annotations, (hint, value) -> says(hint, value.at()) ? value.at().of(json) : null);
      return hints.length > 2 ? hints : null;
    }

    /**
     * A hint that only states its default of false is omitted. A default of true is kept, since
     * some clients ask for consent only if it is stated.
     */
    private boolean says(String hint, Span value) {
      return switch (hint) {
        case "readOnlyHint", "idempotentHint" -> !is(value, "false");
        case TITLE -> !isTitleOfTool(value);
        default -> true;
      };
    }

    /** The tool's own title takes precedence over that of its annotations. */
    private boolean isTitleOfTool(Span value) {
      var title = tool.get(TITLE);
      return title != null
          && title.at().isString(json)
          && value.isString(json)
          && JsonString.decode(json, title.at()).equals(JsonString.decode(json, value));
    }

    /** Forbidden task support is the default (MCP 2025-11-25 §tasks). */
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
