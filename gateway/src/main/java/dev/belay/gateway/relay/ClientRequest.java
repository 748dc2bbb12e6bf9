package dev.belay.gateway.relay;

import dev.belay.mcp.envelope.RequestId;

/** One request of the client that has no answer yet. */
sealed interface ClientRequest permits GovernedRequest, RelayedRequest, UndecidedRequest {
  /** {@return the client's own id for it} */
  RequestId id();

  /** The client takes it back, and will get no answer. */
  void cancel(String reason);

  /** The client is gone. */
  void leave();
}
