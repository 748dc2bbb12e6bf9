package dev.belay.tools.result;

import dev.belay.tools.json.JavaJson;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a call of a tool gives back: at least one piece of content, and whether it failed (S4-35).
 *
 * @param structured what programs read: an object, or any value for modern clients; null for none
 * @param meta {@code _meta} of the result; null for none
 */
public record ToolResult(
    List<Content> content,
    boolean isError,
    @Nullable JsonNode structured,
    @Nullable ObjectNode meta) {
  /** Keeps its own list, in which an empty text stands where there is nothing (C4). */
  public ToolResult {
    content = content.isEmpty() ? List.of(new Content.Text("")) : List.copyOf(content);
  }

  /** {@return a success that says this} */
  public static ToolResult text(String text) {
    return new ToolResult(List.of(new Content.Text(text)), false, null, null);
  }

  /**
   * {@return a success that says this to a model, and {@code data} to programs}
   *
   * @param data a record, or what else has JSON that is an object
   */
  public static ToolResult text(String text, Object data) {
    var json = new ByteArrayOutputStream();
    JavaJson.write(data, json);
    var structured = JsonMapper.shared().readTree(json.toByteArray());
    return new ToolResult(List.of(new Content.Text(text)), false, structured, null);
  }

  /** {@return a failure that says this} */
  public static ToolResult error(String text) {
    return new ToolResult(List.of(new Content.Text(text)), true, null, null);
  }
}
