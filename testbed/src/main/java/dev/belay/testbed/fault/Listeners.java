package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Receivers of change notifications: every legacy peer, and open listen requests in the modern era.
 */
final class Listeners {
  private final Set<Peer> legacy = ConcurrentHashMap.newKeySet();
  private final Set<Listener> open = ConcurrentHashMap.newKeySet();

  private record Listener(Peer peer, Json id, Json wanted, Wire wire) {
    String tag() {
      return "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" + id.raw() + "}";
    }
  }

  /** Notifies a legacy peer of each change from now on. */
  void join(Peer peer) {
    legacy.add(peer);
  }

  /** Opens a subscription that ends when its request is cancelled. */
  void listen(Peer peer, Json id, Json wanted, Wire wire) {
    var listener = new Listener(peer, id, wanted, wire);
    open.add(listener);
    wire.begin();
    wire.notification(
        "notifications/subscriptions/acknowledged",
        "{\"notifications\":%s,%s}".formatted(wanted.raw(), listener.tag()));
  }

  /** Ends a subscription. Returns whether there was one. */
  boolean end(Peer peer, Json id) {
    return open.removeIf(one -> one.peer == peer && one.id.raw().equals(id.raw()));
  }

  /** Stops notifying a peer. */
  void forget(Peer peer) {
    legacy.remove(peer);
    open.removeIf(one -> one.peer == peer);
  }

  void toolsChanged(Call by) {
    tellLegacy(by, "notifications/tools/list_changed", "{}");
    tellListeners(
        "notifications/tools/list_changed",
        "",
        wanted -> wanted.at("toolsListChanged").raw().equals("true"));
  }

  void resourceChanged(String uri, Call by) {
    var about = "\"uri\":" + Json.quote(uri);
    tellLegacy(by, "notifications/resources/updated", "{" + about + "}");
    tellListeners(
        "notifications/resources/updated",
        about + ",",
        wanted ->
            wanted.at("resourceSubscriptions").items().stream()
                .anyMatch(subscribed -> subscribed.text().equals(uri)));
  }

  private void tellLegacy(Call by, String method, String params) {
    for (var peer : legacy) {
      // A pipe may carry both eras; the notification is in the era of the request that caused
      // the change.
      if (peer != by.peer || !by.modern) {
        peer.unasked.notification(method, params);
      }
    }
  }

  private void tellListeners(String method, String members, Predicate<Json> wants) {
    for (var one : open) {
      if (wants.test(one.wanted)) {
        one.wire.notification(method, "{" + members + one.tag() + "}");
      }
    }
  }
}
