package dev.belay.mcp.session;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;

/**
 * Receives the messages of one client.
 *
 * <p>Called by readers and event loops, so no method may block. Several threads may call at once if
 * the client may use several connections at once. Each request states its era: modern if its {@code
 * _meta} names a revision, otherwise legacy.
 */
public interface Conversation {
  /** Takes a request: {@code reply} is to be used once, now or later, on any thread. */
  void onRequest(Envelope request, ReplyTo reply);

  /** Takes a notification. */
  void onNotification(Envelope notification);

  /** Takes an answer to a request of the server; one without a request is dropped. */
  void onAnswer(Envelope response);

  /**
   * Reports that the answer to this request can no longer reach the client.
   *
   * <p>Not the same as {@code notifications/cancelled}, which the client itself sends.
   */
  void onLeft(RequestId request);

  /**
   * Reports that the client is gone permanently, with all its requests. Safe to call more than
   * once.
   */
  void close();
}
