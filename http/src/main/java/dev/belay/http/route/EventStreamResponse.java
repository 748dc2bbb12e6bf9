package dev.belay.http.route;

import org.jspecify.annotations.Nullable;

/**
 * A stream of server-sent events to one client.
 *
 * <p>Only {@link #awaitRoom} blocks; safe for use by many threads: each call is whole on the wire,
 * in order. The server writes a comment whenever the stream has been silent for its interval (15
 * s). A client that leaves too much unread is disconnected.
 */
public interface EventStreamResponse {
  /**
   * Sends one event.
   *
   * @param id its {@code id:}; null for none
   * @param event its {@code event:}; null for none
   * @param data its {@code data:}; a line break in it starts another {@code data:} line
   * @return false if the client is gone, or was disconnected by this call
   */
  boolean send(@Nullable String id, @Nullable String event, byte[] data);

  /**
   * Sends events already encoded by {@link Frames}, for example for many streams at once.
   *
   * @param frames whole events; must not be modified afterwards
   * @return the same as {@link #send(String, String, byte[])}
   */
  boolean send(byte[] frames);

  /** Sends the reconnection delay: {@code retry:}, in milliseconds. */
  boolean retry(long millis);

  /** {@return the number of bytes waiting to be written to the client} */
  long unsent();

  /**
   * Waits until the client has read enough that more may be sent. For senders of bulk data, which
   * would otherwise have the client disconnected.
   *
   * @return false if the client is gone; one that reads nothing is disconnected after a while
   */
  default boolean awaitRoom() throws InterruptedException {
    return true;
  }

  /** Ends the stream after the events already sent; later ones are dropped. */
  void end();
}
