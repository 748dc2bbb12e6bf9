package dev.belay.http.server;

import dev.belay.http.route.Request;

/** What the bytes of a connection amounted to: a request to answer, or the reason to end here. */
sealed interface Arrival {
  /**
   * One whole request.
   *
   * @param keepAlive whether the client wants to use the connection again
   * @param chunks whether the client understands chunked answers: HTTP/1.1 does
   */
  record Whole(Request request, boolean keepAlive, boolean chunks) implements Arrival {}

  /** Nothing that follows on this connection can be trusted or waited for. */
  record Refused(Refusal refusal) implements Arrival {}
}
