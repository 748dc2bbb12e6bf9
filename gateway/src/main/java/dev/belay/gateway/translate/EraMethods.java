package dev.belay.gateway.translate;

import dev.belay.mcp.era.Era;
import java.util.Set;

/**
 * The methods that exist in one era only; all others, unknown ones included, exist in both (MCP
 * 2026-07-28 §changelog).
 */
public final class EraMethods {
  private static final Set<String> LEGACY_REQUESTS =
      Set.of(
          "initialize",
          "ping",
          "logging/setLevel",
          "resources/subscribe",
          "resources/unsubscribe",
          "tasks/result",
          "tasks/list");

  private static final Set<String> MODERN_REQUESTS =
      Set.of("server/discover", "subscriptions/listen", "tasks/update");

  /** The only requests whose answer may be a question (MCP 2026-07-28 §mrtr). */
  private static final Set<String> MAY_ASK = Set.of("tools/call", "prompts/get", "resources/read");

  private EraMethods() {}

  /** {@return whether a client of {@code era} may send that request; else −32601 is the answer} */
  public static boolean hasRequest(Era era, String method) {
    return !(switch (era) {
          case LEGACY -> MODERN_REQUESTS;
          case MODERN -> LEGACY_REQUESTS;
        })
        .contains(method);
  }

  /** {@return whether a modern request of that method may be answered with a question} */
  public static boolean mayAsk(String method) {
    return MAY_ASK.contains(method);
  }
}
