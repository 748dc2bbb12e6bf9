package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Resources that one legacy client wants news of, and from which server: one that takes its place
 * is to be told of them too.
 *
 * <p>Bounded. Safe for use by many threads: whoever takes an entry away tells the next server.
 */
final class Subscribed {
  private static final int MOST = 10_000;

  private record At(CatalogMember member, Envelope request) {}

  private final Map<String, At> byUri = new ConcurrentHashMap<>();

  /** A server has answered a request of the client: notes what it subscribed to, or no longer. */
  void learn(CatalogMember member, Envelope request, Envelope response) {
    var uri = request.text(Member.PARAMS_URI);
    if (uri == null || response.kind() != Kind.RESPONSE) {
      return;
    }
    switch (request.method()) {
      case "resources/subscribe" -> {
        if (byUri.size() < MOST) {
          byUri.put(uri, new At(member, request));
        }
      }
      case "resources/unsubscribe" -> byUri.remove(uri);
      default -> {}
    }
  }

  /** Takes away what is subscribed at {@code gone}, and returns the requests to make again. */
  List<Envelope> take(CatalogMember gone) {
    return byUri.entrySet().stream()
        .filter(entry -> entry.getValue().member() == gone)
        .filter(entry -> byUri.remove(entry.getKey(), entry.getValue()))
        .map(entry -> entry.getValue().request())
        .toList();
  }

  /** Notes that it was asked for at another server, whose answer nobody waits for. */
  void moved(CatalogMember to, Envelope request) {
    byUri.put(Forwarded.text(request, Member.PARAMS_URI), new At(to, request));
  }
}
