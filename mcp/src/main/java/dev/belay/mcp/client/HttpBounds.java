package dev.belay.mcp.client;

import java.time.Duration;

/**
 * The bounds of one connection.
 *
 * @param message the longest message, or whole body, in bytes
 * @param open how many requests and notifications may be in transit or awaiting an answer
 * @param connect how long connecting may take
 * @param idle how long a body may be silent once it has begun, without even a comment; zero for no
 *     limit. It also bounds requests that this client makes on its own
 * @param tries how many attempts in a row to fetch a broken stream may be fruitless
 */
public record HttpBounds(int message, int open, Duration connect, Duration idle, int tries) {
  /** The default bounds. */
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
