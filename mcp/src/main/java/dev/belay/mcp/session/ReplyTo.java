package dev.belay.mcp.session;

/**
 * Where the answer to one request goes, and what belongs to that request on the way there.
 *
 * <p>Used once: {@link #send} or {@link #nothing}, and nothing after that. Never blocks; safe for
 * use by many threads. A client that is gone, or reads too slowly, makes these do nothing.
 */
public interface ReplyTo {
  /** Sends the answer. */
  void send(byte[] response);

  /** There will be no answer: the client took the request back. */
  void nothing();

  /**
   * Sends a notification or a question that belongs to this request.
   *
   * @return false if it cannot reach the client, or the client does not read
   */
  boolean tell(byte[] message);

  /** Sends progress, in place of older progress of the same {@code author} that still waits. */
  void progress(Object author, byte[] message);

  /**
   * Lets go of the connection that waits for the answer, where the client can fetch it later (MCP
   * 2025-11-25 §streamable-http, SEP-1699); elsewhere nothing happens.
   */
  default void letGo() {}
}
