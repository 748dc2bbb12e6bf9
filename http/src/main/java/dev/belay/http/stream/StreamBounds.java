package dev.belay.http.stream;

import dev.belay.mcp.envelope.Bounds;
import java.time.Duration;

/**
 * Bounds on sessions and requests over HTTP, and retention times.
 *
 * @param message bounds on one message
 * @param sessions the greatest number of sessions
 * @param sessionsPerPeer the greatest number of sessions of one owner: a principal, or an address
 *     if there is no authentication
 * @param inFlight the greatest number of unanswered requests
 * @param inFlightPerSession the same for one session, or for one owner without sessions
 * @param loggedEvents how many sent events one session keeps for replay; and as many errors in
 *     place of answers that are no longer kept
 * @param loggedBytes how many bytes of events one session keeps; its newest event always
 * @param plainFor an answer within this time, and before any other message, is plain JSON; a later
 *     one comes on a stream whose headers have been sent by then
 * @param resumeFor how long a call of the legacy era continues after its client left (C11)
 * @param sessionIdle how long a session lives without activity
 * @param retry the delay before a client should reconnect
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
  /** The default bounds. */
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
