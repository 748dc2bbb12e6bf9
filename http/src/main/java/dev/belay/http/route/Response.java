package dev.belay.http.route;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The answer to one HTTP request: complete by {@link #send}, or streamed by {@link #stream}, once.
 *
 * <p>Never blocks; safe for use by many threads. A second answer is dropped, and so is one to a
 * client that has gone.
 */
public interface Response {
  /**
   * Sends the complete answer. The server sets its date, length and connection headers; those given
   * here are dropped. If a header cannot be sent as one line, the client gets a 500 instead.
   */
  void send(int status, List<Header> headers, byte[] body);

  /**
   * Sends a complete answer whose body has two parts.
   *
   * @param rest content shared with other answers, sent without a copy, and never modified
   */
  default void send(int status, List<Header> headers, byte[] body, ByteBuffer rest) {
    var whole = new byte[body.length + rest.remaining()];
    System.arraycopy(body, 0, whole, 0, body.length);
    rest.get(rest.position(), whole, body.length, rest.remaining());
    send(status, headers, whole);
  }

  /**
   * Begins a stream of events with status 200; the headers go out at once.
   *
   * <p>{@code Content-Type: text/event-stream}, {@code Cache-Control: no-cache, no-transform} and
   * {@code X-Accel-Buffering: no} are added unless they are given.
   */
  EventStreamResponse stream(List<Header> headers);

  /**
   * Runs {@code action} once if the client leaves before the answer is complete, by a close,
   * half-close or reset, by vanishing, or by being disconnected as too slow; at once if it has left
   * already. The action must not block.
   */
  void onGone(Runnable action);
}
