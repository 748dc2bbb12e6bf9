package dev.belay.gateway.relay;

import dev.belay.gateway.translate.SubscriptionTranslation;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.gateway.upstream.UpstreamExchange;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Delivers an upstream's notifications, in each client's era: changes to all clients that requested
 * them, any other only to the one client that it can belong to.
 */
final class News {
  private final PooledUpstream audience;

  News(PooledUpstream audience) {
    this.audience = audience;
  }

  void bring(UpstreamConnection link, Envelope notification, @Nullable UpstreamExchange during) {
    var subscription = notification.id(Member.META_SUBSCRIPTION_ID);
    if (subscription != null) {
      subscribed(link, notification, subscription);
      return;
    }
    switch (notification.method()) {
      case "notifications/tools/list_changed",
          "notifications/prompts/list_changed",
          "notifications/resources/list_changed",
          "notifications/resources/updated" ->
          changed(notification);
      default -> owned(link, notification, during);
    }
  }

  /** A notification of a modern server, on a subscription of a client or of Belay's own. */
  private void subscribed(UpstreamConnection link, Envelope notification, RequestId subscription) {
    var exchange = link.exchange(subscription);
    if (UpstreamNews.isOwn(exchange)) {
      if (notification.method().equals("notifications/subscriptions/acknowledged")) {
        audience.upstreamNews().acknowledged(exchange);
      } else {
        changed(SubscriptionTranslation.untagged(notification));
      }
    } else if (exchange != null
        && exchange.asker() instanceof RelayedRequest listen
        && listen.hears(notification)) {
      listen.replyTo().tell(SubscriptionTranslation.tagged(notification, listen.id()));
    }
  }

  /**
   * A change from a legacy server, which notifies all clients, or on a subscription of Belay's own.
   */
  private void changed(Envelope notification) {
    tellLegacy(notification);
    for (var client : audience.sessions()) {
      if (client.isModern()) {
        for (var request : client.inFlight().all()) {
          if (request instanceof RelayedSubscription listening) {
            listening.hear(notification);
          }
        }
      }
    }
  }

  private void tellLegacy(Envelope notification) {
    var uri =
        notification.method().equals("notifications/resources/updated")
            ? notification.text(Member.PARAMS_URI)
            : null;
    for (var client : audience.sessions()) {
      if (!client.isModern() && (uri == null || wants(client, uri))) {
        client.link().tell(notification.bytes());
      }
    }
    if (audience.relay().audiences().isOfLegacy(audience)) {
      // The reader of lists for all clients has another connection, and receives changes on any.
      audience.relay().audiences().forAll().sessions().stream()
          .filter(client -> client.isOfBelay() && !client.isModern())
          .forEach(client -> client.link().tell(notification.bytes()));
    }
  }

  /** If the client opened the server itself, the server filters by its subscriptions. */
  private boolean wants(ClientSession client, String uri) {
    return !audience.upstream().isOpenedByBelay() || audience.subscriptions().holds(client, uri);
  }

  private void owned(
      UpstreamConnection link, Envelope notification, @Nullable UpstreamExchange during) {
    boolean isLog = notification.method().equals("notifications/message");
    switch (MessageOwner.of(link, during, audience.sessions())) {
      case MessageOwner.Of(ClientRequest owner) -> {
        if (!isLog || hears(owner.session(), notification)) {
          tell(owner, notification);
        }
      }
      case MessageOwner.Client(ClientSession client) -> {
        // An only client also receives what belongs to no request, in either era.
        boolean reachable = !client.isModern() || audience.relay().sharing() == Sharing.ONE_CLIENT;
        boolean wanted = !isLog || hears(client, notification);
        if (reachable && wanted) {
          client.link().tell(RelatedTask.without(notification).bytes());
        }
      }
      // It may concern another client's request, so it is dropped.
      case MessageOwner.Unknown _ -> {}
    }
  }

  private boolean hears(ClientSession client, Envelope logMessage) {
    boolean setsLevelItself = !audience.upstream().isOpenedByBelay() && !client.isModern();
    return setsLevelItself || client.hears(logMessage);
  }

  private static void tell(ClientRequest owner, Envelope notification) {
    var waiting = owner.waiting();
    if (waiting == null) {
      return;
    }
    var told = RelatedTask.ofClient(notification, owner).bytes();
    // The request of a task has its answer, and its way may take no more messages.
    if (!waiting.replyTo().tell(told) && owner.isTask() && !owner.session().isModern()) {
      owner.session().link().tell(told);
    }
  }

  /** A list of the server differs from before its restart. */
  void listChanged(String what) {
    var message = Messages.notification("notifications/" + what + "/list_changed", null);
    var notification = Envelope.parseOwn(message);
    changed(notification);
    // In the modern era changes are sent on subscriptions only (MCP 2026-07-28 §subscriptions).
    for (var client : audience.sessions()) {
      for (var request : client.inFlight().all()) {
        if (request instanceof RelayedRequest listen && listen.isSubscription()) {
          listen.replyTo().tell(SubscriptionTranslation.tagged(notification, listen.id()));
        }
      }
    }
  }
}
