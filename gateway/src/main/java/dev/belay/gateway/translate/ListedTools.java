package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import java.util.ArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rewrites single tools in a result of {@code tools/list}. */
final class ListedTools {
  private static final String KEY = "tools";

  private ListedTools() {}

  /**
   * Replaces some of the tools.
   *
   * @param other returns the replacement; null for a tool that stays as it is, byte for byte
   */
  static void replace(JsonObject result, Function<byte[], byte @Nullable []> other) {
    var listed = result.raw(KEY);
    var tools = listed == null ? null : JsonArray.items(listed);
    if (tools == null) {
      return;
    }
    boolean changed = false;
    var shown = new ArrayList<byte[]>(tools.size());
    for (var tool : tools) {
      var changedTool = other.apply(tool);
      shown.add(changedTool == null ? tool : changedTool);
      changed |= changedTool != null;
    }
    if (changed) {
      result.set(KEY, JsonArray.of(shown));
    }
  }
}
