package dev.belay.gateway.relay;

import dev.belay.gateway.translate.SubscriptionFilter;
import dev.belay.gateway.translate.SubscriptionTranslation;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ReplyTo;

/**
 * A modern client's subscription to a legacy server, which has none: Belay keeps it, and delivers
 * the server's notifications to it (MCP 2026-07-28 §subscriptions).
 *
 * @param filter the part of the client's filter that the server can honour
 */
record RelayedSubscription(
    ClientSession session, Envelope request, ReplyTo replyTo, SubscriptionFilter filter)
    implements ClientRequest {
  @Override
  public RequestId id() {
    return request.requireId();
  }

  @Override
  public boolean mayBeAskedBack() {
    return false;
  }

  /** Sends the acknowledgement, which comes first. */
  void acknowledge() {
    replyTo.tell(filter.acknowledgement(id()));
  }

  void hear(Envelope notification) {
    if (filter.hears(notification)) {
      replyTo.tell(SubscriptionTranslation.tagged(notification, id()));
    }
  }

  /** Ends it with a result, since Belay is ending. */
  void end() {
    if (session.inFlight().end(this)) {
      replyTo.send(
          Messages.response(
              id(), SubscriptionTranslation.end(id(), session.audience().serverInfo())));
    }
  }

  @Override
  public void cancel(String reason) {
    leave();
  }

  @Override
  public void leave() {
    if (session.inFlight().end(this)) {
      forget();
      replyTo.nothing();
    }
  }

  /** Removes it from the receivers of notifications. */
  void forget() {
    session.audience().upstreamNews().leave(this);
    session.audience().subscriptions().forget(this);
  }
}
