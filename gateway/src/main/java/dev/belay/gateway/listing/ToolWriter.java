package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes one tool as short as a list needs it (S4-7 … S4-9, C22).
 *
 * <p>The description is short, the schemas have no prose, and what means the same without being
 * said is not said; ADR 15 has the list. All else is written as it came, what nobody here knows
 * too, save white space between the tool's own members. Reads what is known to be JSON. Not safe
 * for use by several threads.
 */
final class ToolWriter {
  private static final String TITLE = "title";

  private final byte[] json;
  private final Span tool;
  private final boolean strong;
  private final int descriptionMaxChars;
  private final ByteArrayOutputStream out;

  ToolWriter(byte[] json, Span tool, boolean strong, int descriptionMaxChars) {
    this.json = json;
    this.tool = tool;
    this.strong = strong;
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
      case "inputSchema" -> SchemaWriter.compact(json, value);
      case "outputSchema" -> strong ? null : SchemaWriter.compact(json, value);
      case "icons" -> strong ? null : value.of(json);
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
    boolean readsOnly = is(Slices.find(json, annotations, "readOnlyHint"), "true");
    var hints = new ByteArrayOutputStream(annotations.length());
    object(
        annotations.offset(),
        hints,
        (hint, value) -> says(hint, value, readsOnly) ? value.of(json) : null);
    return hints.size() > 2 ? hints.toByteArray() : null;
  }

  /**
   * A hint that is false without being said is not said. Those that are true without being said
   * are: some clients ask only where they are told to.
   */
  private boolean says(String hint, Span value, boolean readsOnly) {
    return switch (hint) {
      case "readOnlyHint" -> !is(value, "false");
      // Of a tool that only reads, these mean nothing (MCP 2025-11-25 §ToolAnnotations).
      case "idempotentHint" -> !is(value, "false") && !(strong && readsOnly);
      case "destructiveHint" -> !(strong && readsOnly);
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
}
