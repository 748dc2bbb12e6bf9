package dev.belay.gateway.relay;

import dev.belay.gateway.translate.SubscriptionFilter;
import dev.belay.gateway.translate.SubscriptionTranslation;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ReplyTo;

/**
 * A modern client's subscription to a legacy server, which knows none: Belay keeps it, and has it
 * hear what the server tells all (MCP 2026-07-28 §subscriptions).
 *
 * @param filter what of the client's wishes the server can tell
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

  /** Says first of all what will be heard. */
  void acknowledge() {
    replyTo.tell(filter.acknowledgement(id()));
  }

  void hear(Envelope notification) {
    if (filter.hears(notification)) {
      replyTo.tell(SubscriptionTranslation.tagged(notification, id()));
    }
  }

  /** No more news will come, since Belay is ending. */
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

  /** Nothing is heard for it any more. */
  void forget() {
    session.audience().upstreamNews().leave(this);
    session.audience().subscriptions().forget(this);
  }
}
