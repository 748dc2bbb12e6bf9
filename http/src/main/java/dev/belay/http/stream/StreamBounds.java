package dev.belay.http.stream;

import dev.belay.mcp.envelope.Bounds;
import java.time.Duration;

/**
 * How much HTTP clients may have open at once, and how long something is kept for them.
 *
 * @param message what one message may ask of its reader
 * @param sessions how many sessions there may be in all
 * @param sessionsPerPeer how many of them one owner may have: a principal, or an address where
 *     nobody proves who they are
 * @param inFlight how many requests may be unanswered in all
 * @param inFlightPerSession how many of them in one session; where there are none, of one owner
 * @param loggedEvents how many sent events one session keeps, to send them again; and as many
 *     errors in place of answers that it keeps no longer
 * @param loggedBytes how many bytes of events one session keeps; its newest event always
 * @param plainFor an answer within this, and before anything else, is plain JSON; a later one comes
 *     on a stream whose headers have gone out by then
 * @param resumeFor how long a call of the legacy era goes on after its client left (C11)
 * @param sessionIdle how long a session lives in which nothing happens
 * @param retry how long a client is told to wait before it comes again
 */
public record StreamBounds(
    Bounds message,
    int sessions,
    int sessionsPerPeer,
    int inFlight,
    int inFlightPerSession,
    int loggedEvents,
    long loggedBytes,
    Duration plainFor,
    Duration resumeFor,
    Duration sessionIdle,
    Duration retry) {
  /** What holds unless configured otherwise. */
  public static final StreamBounds DEFAULT =
      new StreamBounds(
          Bounds.DEFAULT,
          /* sessions= */ 4096,
          /* sessionsPerPeer= */ 1024,
          /* inFlight= */ 20_000,
          /* inFlightPerSession= */ 1024,
          /* loggedEvents= */ 1024,
          /* loggedBytes= */ 1 << 20,
          /* plainFor= */ Duration.ofMillis(250),
          /* resumeFor= */ Duration.ofSeconds(60),
          /* sessionIdle= */ Duration.ofHours(1),
          /* retry= */ Duration.ofSeconds(1));

  /** {@return these bounds with other numbers of sessions} */
  public StreamBounds withSessions(int inAll, int perPeer) {
    return new StreamBounds(
        message,
        inAll,
        perPeer,
        inFlight,
        inFlightPerSession,
        loggedEvents,
        loggedBytes,
        plainFor,
        resumeFor,
        sessionIdle,
        retry);
  }

  /** {@return these bounds with other numbers of unanswered requests} */
  public StreamBounds withInFlight(int inAll, int perSession) {
    return new StreamBounds(
        message,
        sessions,
        sessionsPerPeer,
        inAll,
        perSession,
        loggedEvents,
        loggedBytes,
        plainFor,
        resumeFor,
        sessionIdle,
        retry);
  }

  /** {@return these bounds with another size of each session's log} */
  public StreamBounds withLog(int events, long bytes) {
    return new StreamBounds(
        message,
        sessions,
        sessionsPerPeer,
        inFlight,
        inFlightPerSession,
        events,
        bytes,
        plainFor,
        resumeFor,
        sessionIdle,
        retry);
  }
}
