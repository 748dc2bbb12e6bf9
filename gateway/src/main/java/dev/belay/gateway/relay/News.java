package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.UpstreamListener;
import dev.belay.gateway.upstream.UpstreamProcess;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * What the upstream says of its own accord, brought to its client.
 *
 * <p>The upstream is started first, and may speak before there is a client. Its reader then waits
 * for that: it has nothing else to read yet that anybody could hear.
 */
public final class News implements UpstreamListener {
  private final CompletableFuture<ClientSession> session = new CompletableFuture<>();

  /** Knows no session yet. */
  public News() {}

  void goTo(ClientSession session) {
    this.session.complete(session);
  }

  private ClientSession session() {
    return session.join();
  }

  @Override
  public void asked(UpstreamProcess process, Envelope request) {
    session().questions().ask(process, request);
  }

  @Override
  public void told(UpstreamProcess process, Envelope notification) {
    switch (notification.method()) {
      case "notifications/cancelled" -> session().questions().withdrawn(process, notification);
      case "notifications/progress" -> session().taskTokens().relay(notification);
      default -> pass(process, notification);
    }
  }

  private void pass(UpstreamProcess process, Envelope notification) {
    var subscription = notification.id(Member.META_SUBSCRIPTION_ID);
    if (subscription == null) {
      session().out().tell(notification.bytes());
      return;
    }
    var owner = process.exchange(subscription);
    if (owner instanceof RelayedRequest listen && listen.hears(notification)) {
      session()
          .out()
          .tell(Splice.of(notification).set(Member.META_SUBSCRIPTION_ID, listen.id()).bytes());
    }
  }

  @Override
  public void gone(UpstreamProcess process) {
    // Without a session it has asked nothing, and whoever stops it must not wait for one.
    if (session.isDone()) {
      session().questions().gone(process);
    }
  }

  @Override
  public void listChanged(String what) {
    var method = "notifications/" + what + "/list_changed";
    if (!session().upstream().replay().isModern()) {
      session().out().tell(Messages.notification(method, null));
      return;
    }
    // In the modern era news comes on subscriptions only (MCP 2026-07-28 §subscriptions).
    for (var request : session().inFlight().all()) {
      if (request instanceof RelayedRequest listen && listen.isSubscription()) {
        session().out().tell(Messages.notification(method, tagged(listen.id())));
      }
    }
  }

  private static byte[] tagged(RequestId subscription) {
    var json = "{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" + subscription + "}}";
    return json.getBytes(StandardCharsets.UTF_8);
  }
}
