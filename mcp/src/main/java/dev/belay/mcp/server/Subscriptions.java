package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.session.ReplyTo;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The subscriptions of modern clients to changes, each on a stream of its own. */
final class Subscriptions {
  private static final int MOST = 1_024;

  private final Set<Subscription> open = ConcurrentHashMap.newKeySet();

  void begin(
      ServedClient client,
      Envelope request,
      ReplyTo reply,
      ModernDialect dialect,
      SubscribedKinds wishes)
      throws RequestFailed {
    if (open.size() >= MOST) {
      throw new RequestFailed(
          ErrorCode.INTERNAL_ERROR, "More than " + MOST + " subscriptions are open.");
    }
    var subscription = new Subscription(this, client, request.requireId(), reply, dialect, wishes);
    if (!client.enter(subscription, reply)) {
      return;
    }
    subscription.begin();
    if (wishes.isEmpty()) {
      subscription.finish(); // nothing would ever come
    }
  }

  void add(Subscription subscription) {
    open.add(subscription);
  }

  void remove(Subscription subscription) {
    open.remove(subscription);
  }

  void changed(ListMethod kind, String method) {
    for (var subscription : open) {
      if (subscription.wishes().kinds().contains(kind)) {
        subscription.tell(method, JsonWriter.object());
      }
    }
  }

  void updated(String uri) {
    for (var subscription : open) {
      if (subscription.wishes().uris().contains(uri)) {
        subscription.tell("notifications/resources/updated", JsonWriter.object().put("uri", uri));
      }
    }
  }

  void finishAll() {
    List.copyOf(open).forEach(Subscription::finish);
  }
}
