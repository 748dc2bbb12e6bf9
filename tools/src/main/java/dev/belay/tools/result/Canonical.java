package dev.belay.tools.result;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Values that are results already (S4-40). */
final class Canonical {
  private Canonical() {}

  /**
   * Reads {@code value} as the frozen form; what else it has is dropped, as that form has nothing
   * else.
   *
   * @return null if it is no result
   */
  static @Nullable ToolResult of(JsonNode value) {
    var items = value.path("content");
    if (!value.path("isError").isBoolean() || !items.isArray() || items.isEmpty()) {
      return null;
    }
    var content = new ArrayList<Content>();
    for (var item : items) {
      if (!item.path("type").asString("").equals("text") || !item.path("text").isString()) {
        return null;
      }
      content.add(new Content.Text(item.get("text").asString()));
    }
    return new ToolResult(content, value.get("isError").asBoolean(), null, null);
  }
}
