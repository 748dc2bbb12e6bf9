package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Envelope;
import java.util.Set;

/**
 * Which messages do no harm if a server gets them twice, so that one may be sent again when nobody
 * knows whether it arrived: a call of a tool never is.
 */
final class Repeatable {
  private static final Set<String> REQUESTS =
      Set.of(
          "initialize",
          "ping",
          "server/discover",
          "tools/list",
          "prompts/list",
          "prompts/get",
          "resources/list",
          "resources/templates/list",
          "resources/read",
          "resources/subscribe",
          "resources/unsubscribe",
          "subscriptions/listen",
          "completion/complete",
          "logging/setLevel",
          "tasks/list",
          "tasks/get",
          "tasks/result",
          "tasks/cancel");

  private Repeatable() {}

  static boolean is(Envelope request) {
    return REQUESTS.contains(request.method());
  }
}
