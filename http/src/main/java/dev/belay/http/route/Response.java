package dev.belay.http.route;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The answer to one HTTP request: whole by {@link #send}, or bit by bit by {@link #stream}, once.
 *
 * <p>Never blocks; safe for use by many threads. A second answer is dropped. Where the client has
 * gone, nothing happens.
 */
public interface Response {
  /**
   * Sends the whole answer. Its date, length and connection headers are the server's business:
   * those given here are left out. A header that could not be sent as one line gets the client a
   * 500 instead.
   */
  void send(int status, List<Header> headers, byte[] body);

  /**
   * Sends a whole answer of two parts, as {@link #send(int, List, byte[])} does one.
   *
   * @param rest shared with other answers, and sent from where it lies; only read
   */
  default void send(int status, List<Header> headers, byte[] body, ByteBuffer rest) {
    var whole = new byte[body.length + rest.remaining()];
    System.arraycopy(body, 0, whole, 0, body.length);
    rest.get(rest.position(), whole, body.length, rest.remaining());
    send(status, headers, whole);
  }

  /**
   * Begins a stream of events, status 200: the headers go out at once.
   *
   * <p>{@code Content-Type: text/event-stream}, {@code Cache-Control: no-cache, no-transform} and
   * {@code X-Accel-Buffering: no} are added unless they are given.
   */
  EventStream stream(List<Header> headers);

  /**
   * Has {@code action} run once if the client leaves before the answer is complete: closed, reset,
   * half-closed, vanished or too slow. At once if it has left already. It must not block.
   */
  void onGone(Runnable action);
}
