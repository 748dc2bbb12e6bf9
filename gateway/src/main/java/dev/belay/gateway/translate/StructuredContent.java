package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.TextResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a tool returns for programs: an object in the legacy era, any JSON in the modern one (MCP
 * 2026-07-28 §tools).
 */
final class StructuredContent {
  static final String KEY = "structuredContent";
  private static final String CONTENT = "content";

  private StructuredContent() {}

  /** Legacy servers write null for nothing, where a modern client would read the value null. */
  static void toModern(JsonObject result) {
    var value = result.raw(KEY);
    if (value != null && value[0] == 'n') {
      result.remove(KEY);
    }
  }

  /**
   * Wraps a value as its tool's schema was wrapped, and any other value that is no object.
   *
   * <p>Whoever reads only text finds the value itself there, unless the tool wrote a text.
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
