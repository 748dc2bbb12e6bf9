package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Envelope;

/** What asking a server for the modern era came to (MCP 2026-07-28 §versioning). */
public sealed interface Discovery {
  /** It answered: that is how it introduces itself. */
  record Modern(Envelope answer) implements Discovery {}

  /** It answered with an error, or kept silent: some servers never answer what they do not know. */
  record Legacy() implements Discovery {}

  /** It was gone before it could answer, which says nothing about its era. */
  record Gone(String why) implements Discovery {}
}
