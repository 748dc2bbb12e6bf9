package dev.belay.mcp.session;

import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import java.time.Duration;

/**
 * The destination of the answer to one request, and of the messages sent along with it.
 *
 * <p>Used once: {@link #send} or {@link #nothing}, and nothing after that. Never blocks; safe for
 * use by many threads. If the client is gone, or reads too slowly, the methods have no effect.
 */
public interface ReplyTo {
  /** Drops everything sent: for an answer that no client needs. */
  ReplyTo NONE =
      new ReplyTo() {
        @Override
        public void send(byte[] response) {}

        @Override
        public void nothing() {}

        @Override
        public boolean tell(byte[] message) {
          return false;
        }

        @Override
        public void progress(Object author, byte[] message) {}
      };

  /** Sends the answer. */
  void send(byte[] response);

  /** Sends the answer to the request of that id, with a result that other requests share. */
  default void send(RequestId id, SharedResult result) {
    send(result.answer(id));
  }

  /**
   * Answers a request that was not begun: over HTTP by the status 429 unless an answer has begun,
   * otherwise as {@link TooSoon#answer}.
   */
  default void tooSoon(TooSoon refused) {
    send(refused.answer());
  }

  /** Reports that there will be no answer: the client cancelled the request. */
  void nothing();

  /**
   * Sends a notification or a request that belongs to this request.
   *
   * @return false if it cannot reach the client, or the client does not read
   */
  boolean tell(byte[] message);

  /** Sends progress, replacing older progress of the same {@code author} that still waits. */
  void progress(Object author, byte[] message);

  /**
   * Releases the connection that waits for the answer, if the client can fetch the answer later
   * (MCP 2025-11-25 §streamable-http, SEP-1699); otherwise does nothing.
   */
  default void letGo() {}

  /**
   * Reports that the requested call runs from now on: earlier waits, such as for a lane or a
   * server, do not count.
   *
   * @param limit how long it may run in total; zero for no limit (C6)
   */
  default void runs(Duration limit) {}
}
