package dev.belay.config;

import java.time.Duration;

/**
 * How long everything but calls may take over HTTP.
 *
 * @param sessionIdle a legacy session nobody uses ends after this; zero is never
 * @param resumeFor how long the calls of a legacy client whose stream broke wait for it to come
 *     back; zero is not at all
 * @param drainTimeout what running calls get when Belay is told to stop; zero is nothing
 * @param sseCommentInterval pause between comments on a stream that has nothing else to say; zero
 *     is no comments
 * @param requestRead how long a request may take to arrive (408); zero is without limit
 * @param body how long its body may take, however much of it has come (408); zero is without limit
 * @param connectionIdle a connection without a request is closed after this; zero is never
 * @param question how long a server's question to a client may stay open, and so how long a {@code
 *     requestState} holds; zero is as long as its call may take
 */
public record HttpTimes(
    Duration sessionIdle,
    Duration resumeFor,
    Duration drainTimeout,
    Duration sseCommentInterval,
    Duration requestRead,
    Duration body,
    Duration connectionIdle,
    Duration question) {

  /** {@return the times of a user who sets nothing} */
  public static HttpTimes defaults() {
    return new HttpTimes(
        Duration.ofSeconds(1800),
        Duration.ofSeconds(60),
        Duration.ofSeconds(10),
        Duration.ofSeconds(15),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        Duration.ofSeconds(75),
        Duration.ofSeconds(600));
  }

  static HttpTimes of(Values values) {
    var defaults = defaults();
    return new HttpTimes(
        values.get(HttpKeys.SESSION_IDLE_TIMEOUT, defaults.sessionIdle),
        values.get(HttpKeys.RESUME_FOR, defaults.resumeFor),
        values.get(HttpKeys.DRAIN_TIMEOUT, defaults.drainTimeout),
        values.get(HttpKeys.SSE_COMMENT_INTERVAL, defaults.sseCommentInterval),
        values.get(HttpKeys.REQUEST_READ_TIMEOUT, defaults.requestRead),
        values.get(HttpKeys.BODY_TIMEOUT, defaults.body),
        values.get(HttpKeys.CONNECTION_IDLE_TIMEOUT, defaults.connectionIdle),
        values.get(HttpKeys.QUESTION_TIMEOUT, defaults.question));
  }
}
