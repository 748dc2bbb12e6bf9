package dev.belay.http.server;

import java.time.Duration;

/**
 * How long a client may take; judged by the sweep, so up to one sweep later.
 *
 * @param head from the first byte of a request to the end of its headers; longer gets 408
 * @param body the longest silence within a body; longer gets 408
 * @param bytesPerSecond how fast a body must come, in each period as long as {@code body}; slower
 *     gets 408
 * @param wholeBody from the end of the headers, or the leave to send more, to the end of the body,
 *     however much has come; longer gets 408
 * @param idle how long a connection may stay open between requests
 * @param write how long nothing of an answer may get through before the client is dropped
 * @param linger how long a client may take to close after its last answer
 * @param comment the silence on a stream after which a comment is written
 * @param sweep how often all of these are looked at
 */
public record Patience(
    Duration head,
    Duration body,
    int bytesPerSecond,
    Duration wholeBody,
    Duration idle,
    Duration write,
    Duration linger,
    Duration comment,
    Duration sweep) {
  /** {@return 6 s, 6 s, 4 KiB, 60 s, 75 s, 10 s, 2 s, 15 s and 1 s} */
  public static Patience defaults() {
    return new Patience(
        Duration.ofSeconds(6),
        Duration.ofSeconds(6),
        4 << 10,
        Duration.ofSeconds(60),
        Duration.ofSeconds(75),
        Duration.ofSeconds(10),
        Duration.ofSeconds(2),
        Duration.ofSeconds(15),
        Duration.ofSeconds(1));
  }

  /**
   * {@return the same, with each part of a request refused before {@code limit} is over}
   *
   * <p>It is judged sooner, since the sweep comes by only now and then and a busy machine late; a
   * limit that leaves no room for that is judged as it is.
   */
  public Patience requestWithin(Duration limit) {
    var sooner = limit.multipliedBy(6).dividedBy(10);
    var judged = sooner.compareTo(sweep) < 0 ? limit : sooner;
    return new Patience(
        judged, judged, bytesPerSecond, wholeBody, idle, write, linger, comment, sweep);
  }

  /** {@return the same with other times between requests, and on a stream without events} */
  public Patience quiet(Duration idle, Duration comment) {
    return new Patience(head, body, bytesPerSecond, wholeBody, idle, write, linger, comment, sweep);
  }

  /** {@return the same with another time for a whole body} */
  public Patience wholeBody(Duration limit) {
    return new Patience(head, body, bytesPerSecond, limit, idle, write, linger, comment, sweep);
  }
}
