package dev.belay.mcp.session;

import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import java.time.Duration;

/**
 * Where the answer to one request goes, and what belongs to that request on the way there.
 *
 * <p>Used once: {@link #send} or {@link #nothing}, and nothing after that. Never blocks; safe for
 * use by many threads. A client that is gone, or reads too slowly, makes these do nothing.
 */
public interface ReplyTo {
  /** Drops all that is sent: where the answer is of use to no client. */
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

  /** Sends the answer to the request of that id, whose result others get as well. */
  default void send(RequestId id, SharedResult result) {
    send(result.answer(id));
  }

  /**
   * Answers a request that was not begun: over HTTP by the status 429 where no answer has begun,
   * elsewhere as {@link TooSoon#answer}.
   */
  default void tooSoon(TooSoon refused) {
    send(refused.answer());
  }

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

  /**
   * The call that was asked for runs from now on: what it waited for before, such as a lane or a
   * server, does not count.
   *
   * @param limit how long it may run in all; zero is without limit (C6)
   */
  default void runs(Duration limit) {}
}
