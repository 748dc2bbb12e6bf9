package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import java.util.Set;

/**
 * How long a client may keep a result, which the modern era demands on some (MCP 2026-07-28
 * §caching, SEP-2549).
 *
 * @param ttlMs in milliseconds; 0 for not at all
 */
public record Caching(long ttlMs, CacheScope scope) {
  /** What holds unless somebody knows better: a legacy server says nothing of it. */
  public static final Caching NONE = new Caching(0, CacheScope.PRIVATE);

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

  public Caching {
    if (ttlMs < 0) {
      throw new IllegalArgumentException("ttlMs is negative: " + ttlMs);
    }
  }

  /** {@return whether results of that method say how long they may be kept} */
  public static boolean isSaidBy(String method) {
    return METHODS.contains(method);
  }

  void stamp(JsonObject result) {
    result.set(TTL, RawJson.of(Long.toString(ttlMs))).setText(SCOPE, scope.wire());
  }

  static void strip(JsonObject result) {
    result.remove(TTL).remove(SCOPE);
  }
}
