package dev.belay.tools.result;

import dev.belay.tools.json.JavaJson;
import dev.belay.tools.schema.OutputSchema;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Result of a call: at least one piece of content, and whether the tool failed (S4-35).
 *
 * @param structured for programs, always an object: another value is wrapped in one, as its {@code
 *     result}; null for none
 * @param meta {@code _meta} of the result; null for none
 */
public record ToolResult(
    List<Content> content,
    boolean isError,
    @Nullable JsonNode structured,
    @Nullable ObjectNode meta) {
  /** Copies the list, and puts an empty text into an empty one (C4). */
  public ToolResult {
    content = content.isEmpty() ? List.of(new Content.Text("")) : List.copyOf(content);
    structured = structured == null ? null : Tree.object(structured);
  }

  /** {@return a successful result with this text} */
  public static ToolResult text(String text) {
    return new ToolResult(List.of(new Content.Text(text)), false, null, null);
  }

  /**
   * {@return a successful result with this text for a model and {@code data} for programs}
   *
   * @param data any value that has JSON; null for none
   */
  public static ToolResult text(String text, @Nullable Object data) {
    if (data == null) {
      return text(text);
    }
    var json = new ByteArrayOutputStream();
    JavaJson.write(data, json);
    var structured = JsonMapper.shared().readTree(json.toByteArray());
    return new ToolResult(List.of(new Content.Text(text)), false, structured, null);
  }

  /** {@return a failed result with this text} */
  public static ToolResult error(String text) {
    return new ToolResult(List.of(new Content.Text(text)), true, null, null);
  }

  /**
   * A class of its own: results are linked where tools are declared, trees only where they are
   * used.
   */
  private static final class Tree {
    /** Structured content is an object in every revision up to 2025-11-25, and never null. */
    static @Nullable JsonNode object(JsonNode value) {
      if (value.isObject()) {
        return value;
      }
      return value.isNull() || value.isMissingNode()
          ? null
          : JsonMapper.shared().createObjectNode().set(OutputSchema.WRAPPED, value);
    }
  }
}
