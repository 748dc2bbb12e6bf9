package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.TextResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The machine-readable result of a tool: an object in the legacy era, any JSON in the modern one
 * (MCP 2026-07-28 §tools).
 */
final class StructuredContent {
  static final String KEY = "structuredContent";
  private static final String CONTENT = "content";

  private StructuredContent() {}

  /** Removes null, by which legacy servers mean no value and modern clients the value null. */
  static void toModern(JsonObject result) {
    var value = result.raw(KEY);
    if (value != null && value[0] == 'n') {
      result.remove(KEY);
    }
  }

  /**
   * Wraps a value if its tool's schema is wrapped, and any value that is no object.
   *
   * <p>If the tool wrote no text, the value itself is added as text, for clients that read only
   * that.
   */
  static void toLegacy(JsonObject result, boolean wrapped) {
    var value = result.raw(KEY);
    if (value == null || (!wrapped && value[0] == '{')) {
      return;
    }
    result.set(KEY, JsonObject.empty().set(OutputSchemaTranslation.WRAPPER, value).json());
    var content = result.raw(CONTENT);
    var items = content == null ? List.<byte[]>of() : JsonArray.items(content);
    if (items != null && items.stream().noneMatch(StructuredContent::isText)) {
      var withText = new ArrayList<>(items);
      withText.add(TextResult.item(new String(value, StandardCharsets.UTF_8)));
      result.set(CONTENT, JsonArray.of(withText));
    }
  }

  private static boolean isText(byte[] item) {
    var object = JsonObject.of(item);
    return object != null && "text".equals(object.text("type"));
  }
}
