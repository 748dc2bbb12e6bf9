package dev.belay.gateway.hosted;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;

/** What this program itself wrote, read again: of whatever size. */
final class OwnMessage {
  private OwnMessage() {}

  static Envelope of(byte[] message) {
    try {
      return Envelope.parse(message, Bounds.NONE);
    } catch (MalformedEnvelope e) {
      throw new IllegalStateException("a message of ours is none", e);
    }
  }
}
