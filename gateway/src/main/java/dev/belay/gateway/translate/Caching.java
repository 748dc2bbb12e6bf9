package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import java.util.Set;

/**
 * How long a client may keep a result, which the modern era demands on some (MCP 2026-07-28
 * §caching, SEP-2549). A legacy server says nothing of it, so its results may not be kept at all.
 */
final class Caching {
  private static final String TTL = "ttlMs";
  private static final String SCOPE = "cacheScope";
  private static final Set<String> METHODS =
      Set.of(
          "server/discover",
          "tools/list",
          "prompts/list",
          "resources/list",
          "resources/templates/list",
          "resources/read");

  private Caching() {}

  /** {@return whether results of that method say how long they may be kept} */
  static boolean isSaidBy(String method) {
    return METHODS.contains(method);
  }

  static void stamp(JsonObject result) {
    result.set(TTL, RawJson.of("0")).setText(SCOPE, "private");
  }

  static void strip(JsonObject result) {
    result.remove(TTL).remove(SCOPE);
  }
}
