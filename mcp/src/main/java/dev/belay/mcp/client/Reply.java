package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Envelope;

/** How one request ended, as far as the wire knows. */
sealed interface Reply {
  /** The server answered; the answer carries the id of the request. */
  record Answered(Envelope answer) implements Reply {}

  /** No answer will come. */
  record Failed(HttpFailure why) implements Reply {}

  /** The server does not know the session any more, and did not look at the request. */
  record Forgotten(HttpFailure why) implements Reply {}

  /** It was stopped from here. */
  record Stopped() implements Reply {}
}
