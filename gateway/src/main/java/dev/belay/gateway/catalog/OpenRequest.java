package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.Envelope;

/** One request of a client that has no answer yet. */
interface OpenRequest {
  /** The client takes it back, and will get no answer. */
  void cancelled(Envelope notification);

  /** Nobody waits for its answer any more. */
  void left();
}
