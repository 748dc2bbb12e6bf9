package dev.belay.testkit.fault;

import dev.belay.testkit.json.Json;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Who hears of changes: everybody in the legacy era, open listen requests in the modern one. */
final class Listeners {
  private final Map<String, Json> open = new ConcurrentHashMap<>();
  private final Wire wire;

  Listeners(Wire wire) {
    this.wire = wire;
  }

  /** Opens a subscription that ends when its request is cancelled. */
  void listen(Json id, Json wanted) {
    open.put(id.raw(), wanted);
    wire.notification(
        "notifications/subscriptions/acknowledged",
        "{\"notifications\":%s,%s}".formatted(wanted.raw(), tag(id.raw())));
  }

  /** Ends a subscription. Returns whether there was one. */
  boolean end(Json id) {
    return open.remove(id.raw()) != null;
  }

  void toolsChanged(boolean modern) {
    if (!modern) {
      wire.notification("notifications/tools/list_changed", "{}");
    }
    open.forEach((id, wanted) -> {
      if (wanted.at("toolsListChanged").raw().equals("true")) {
        wire.notification("notifications/tools/list_changed", "{" + tag(id) + "}");
      }
    });
  }

  void resourceChanged(String uri, boolean modern) {
    var about = "{\"uri\":" + Json.quote(uri);
    if (!modern) {
      wire.notification("notifications/resources/updated", about + "}");
    }
    open.forEach((id, wanted) -> {
      for (var subscribed : wanted.at("resourceSubscriptions").items()) {
        if (subscribed.text().equals(uri)) {
          wire.notification("notifications/resources/updated", about + "," + tag(id) + "}");
        }
      }
    });
  }

  private static String tag(String id) {
    return "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" + id + "}";
  }
}
