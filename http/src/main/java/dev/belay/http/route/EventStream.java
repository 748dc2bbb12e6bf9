package dev.belay.http.route;

import org.jspecify.annotations.Nullable;

/**
 * A stream of server-sent events to one client.
 *
 * <p>Only {@link #awaitRoom} blocks; safe for use by many threads: each call is whole on the wire,
 * in order. The server writes a comment whenever the stream has been silent for its interval (15
 * s). A client that leaves too much unread is dropped, never waited for.
 */
public interface EventStream {
  /**
   * Sends one event.
   *
   * @param id its {@code id:}; null for none
   * @param event its {@code event:}; null for none
   * @param data its {@code data:}; a line break in it starts another {@code data:} line
   * @return false if the client is gone, or has just been dropped
   */
  boolean send(@Nullable String id, @Nullable String event, byte[] data);

  /**
   * Sends events that {@link Frames} has written already, for many streams at once.
   *
   * @param frames whole events; not to be written to after this
   * @return as for {@link #send(String, String, byte[])}
   */
  boolean send(byte[] frames);

  /** Tells the client how long to wait before it comes again: {@code retry:}, in milliseconds. */
  boolean retry(long millis);

  /** {@return how many bytes wait to be written} */
  long unsent();

  /**
   * Waits until the client has read so much that more may be sent: for who has much to say at once,
   * where others would rather have the client dropped than wait.
   *
   * @return false if the client is gone; one that takes nothing for long is, in the end
   */
  default boolean awaitRoom() throws InterruptedException {
    return true;
  }

  /** Ends the stream after what was sent; nothing can be sent after that. */
  void end();
}
