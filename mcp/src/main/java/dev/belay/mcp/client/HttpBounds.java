package dev.belay.mcp.client;

import java.time.Duration;

/**
 * How much one connection holds, and how long it waits.
 *
 * @param message the longest message, or whole body, that is read, in bytes
 * @param open how many requests and notifications may be on their way or wait for an answer
 * @param connect how long it may take until a connection is there
 * @param idle how long a body that has begun may bring nothing, not even a comment; zero is without
 *     end. It also bounds whatever this client sends of its own
 * @param tries how often in a row fetching a broken stream may bring nothing
 */
public record HttpBounds(int message, int open, Duration connect, Duration idle, int tries) {
  /** What holds unless configured otherwise. */
  public static final HttpBounds DEFAULT =
      new HttpBounds(10 * 1024 * 1024, 1024, Duration.ofSeconds(10), Duration.ofMinutes(5), 5);

  /** {@return these bounds with another longest message, in bytes} */
  public HttpBounds withMessage(int message) {
    return new HttpBounds(message, open, connect, idle, tries);
  }

  /** {@return these bounds with another number of open requests} */
  public HttpBounds withOpen(int open) {
    return new HttpBounds(message, open, connect, idle, tries);
  }

  /** {@return these bounds with another longest silence} */
  public HttpBounds withIdle(Duration idle) {
    return new HttpBounds(message, open, connect, idle, tries);
  }
}
