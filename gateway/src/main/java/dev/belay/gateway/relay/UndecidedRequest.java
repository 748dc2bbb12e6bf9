package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ReplyTo;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A modern request that waits for the server's era, which decides whether its state is Belay's or
 * the server's.
 */
record UndecidedRequest(
    ClientSession session,
    Envelope request,
    ReplyTo replyTo,
    Consumer<Predicate<ClientRequest>> proceed)
    implements ClientRequest, Delivery {
  @Override
  public void to(UpstreamConnection link) {
    goOn();
  }

  @Override
  public void unavailable(String why) {
    goOn();
  }

  @Override
  public RequestId id() {
    return request.requireId();
  }

  /** True for the caller that may answer or replace it. */
  boolean end() {
    return session.inFlight().end(this);
  }

  /** Goes on as another request in its place, unless its client has cancelled it. */
  void goOn() {
    proceed.accept(next -> session.inFlight().replace(this, next));
  }

  @Override
  public void cancel(String reason) {
    if (end()) {
      replyTo.nothing();
      return;
    }
    // Races with goOn, which has put another request in its place.
    var next = session.inFlight().get(id());
    if (next != null && next.request() == request) {
      next.cancel(reason);
    }
  }

  @Override
  public void leave() {
    cancel("");
  }
}
