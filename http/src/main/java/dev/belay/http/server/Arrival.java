package dev.belay.http.server;

import dev.belay.http.route.Request;

/** What the bytes of a connection amounted to: a head, the body behind it, or a reason to end. */
sealed interface Arrival {
  /**
   * The head of a request.
   *
   * @param keepAlive whether the client wants to use the connection again
   * @param chunks whether the client understands chunked answers: HTTP/1.1 does
   * @param isWhole whether no body follows
   * @param held what it takes of the server's memory
   */
  record Opened(Request head, boolean keepAlive, boolean chunks, boolean isWhole, long held)
      implements Arrival {}

  /** All of the body of the request whose head came last. */
  @SuppressWarnings("ArrayRecordComponent") // Bodies are handed on, never compared.
  record Completed(byte[] body) implements Arrival {}

  /** Nothing that follows on this connection can be trusted or waited for. */
  record Refused(Refusal refusal) implements Arrival {}
}
