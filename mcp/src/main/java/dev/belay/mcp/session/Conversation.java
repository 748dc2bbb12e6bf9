package dev.belay.mcp.session;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;

/**
 * What one client says, told to whatever serves it.
 *
 * <p>Called by readers and event loops, so nothing here may block. Several threads may call at once
 * where the client may speak on several connections at once. Each request is of the era that it
 * says: modern if its {@code _meta} names a revision, else legacy.
 */
public interface Conversation {
  /** The client asks: {@code reply} is to be used once, now or later, on any thread. */
  void onRequest(Envelope request, ReplyTo reply);

  /** The client tells something. */
  void onNotification(Envelope notification);

  /** The client answers something that it was asked; an answer to nothing is dropped. */
  void onAnswer(Envelope response);

  /**
   * Nobody waits for the answer to this request any more: it could reach nobody.
   *
   * <p>Not the same as {@code notifications/cancelled}, which the client itself sends.
   */
  void onLeft(RequestId request);

  /** The client has gone for good, and with it all its requests. Safe to call more than once. */
  void close();
}
