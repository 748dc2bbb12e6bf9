package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import java.util.Set;

/**
 * The caching members that the modern era requires on some results (MCP 2026-07-28 §caching,
 * SEP-2549). A legacy server has none, so its results are marked as not cacheable.
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

  /** {@return whether modern results of that method carry caching members} */
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
