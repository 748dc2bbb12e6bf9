package dev.belay.gateway.relay;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a server's tools say of themselves, as far as it decides whether a call may be spared or
 * made again (MCP §ToolAnnotations). What no list has said yet counts as no.
 *
 * <p>Only so many tools are remembered. Safe for use by many threads.
 */
final class ToolHints {
  private static final int MOST = 20_000;
  private static final Hints NONE = new Hints(false, false);

  /**
   * What one tool says.
   *
   * @param readOnly that it changes nothing
   * @param idempotent that calling it once more changes no more
   */
  record Hints(boolean readOnly, boolean idempotent) {}

  private final Map<String, Hints> byTool = new ConcurrentHashMap<>();

  /** Reads the result of a {@code tools/list}, of whatever page. */
  void learn(byte[] result) {
    var list = JsonObject.of(result);
    var tools = list == null ? null : list.raw("tools");
    var items = tools == null ? null : JsonArray.items(tools);
    if (items == null) {
      return;
    }
    for (var item : items) {
      var tool = JsonObject.of(item);
      var name = tool == null ? null : tool.text("name");
      if (tool != null && name != null && (byTool.size() < MOST || byTool.containsKey(name))) {
        byTool.put(name, hints(tool.object("annotations")));
      }
    }
  }

  private static Hints hints(@Nullable JsonObject said) {
    return said == null
        ? NONE
        : new Hints(said.isTrue("readOnlyHint"), said.isTrue("idempotentHint"));
  }

  /** The tools are others now, and nothing is known of them. */
  void forget() {
    byTool.clear();
  }

  Hints of(String tool) {
    return byTool.getOrDefault(tool, NONE);
  }
}
