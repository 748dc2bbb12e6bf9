package dev.belay.gateway.relay;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;

/** A modern request that waits until it is known whether the server speaks its era. */
record UndecidedRequest(InFlight inFlight, Envelope request, ReplyTo reply, Runnable proceed)
    implements ClientRequest {
  @Override
  public RequestId id() {
    return request.requireId();
  }

  /** True for the one who may say what becomes of it. */
  boolean end() {
    return inFlight.end(this);
  }

  @Override
  public void cancel(String reason) {
    if (end()) {
      reply.nothing();
    }
  }

  @Override
  public void leave() {
    cancel("");
  }
}
