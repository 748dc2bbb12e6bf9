package dev.belay.mcp.client;

/**
 * Why a request over HTTP has no answer.
 *
 * @param text a sentence that a person can act on: what happened, the address, what to try
 * @param isUnread whether it is what servers say that speak another era, which have not acted on
 *     the request
 */
public record HttpFailure(Kind kind, String text, boolean isUnread) {
  /** One that says nothing of eras. */
  HttpFailure(Kind kind, String text) {
    this(kind, text, /* isUnread= */ false);
  }

  /** What happened, as far as it decides what to do next. */
  public enum Kind {
    /** No connection, or it broke before anything came: nothing is known of the server. */
    UNREACHABLE,
    /** 401 or 403: it says nothing of the era that the server speaks. */
    UNAUTHORIZED,
    /** 5xx, or 429. */
    UNAVAILABLE,
    /** Any other status, or a body that is no message: for a probe, a sign of the other era. */
    REFUSED,
    /** The stream broke or went silent and could not be resumed. */
    BROKEN,
    /** The stream ended that brings all answers: the session is over, and what it knew is gone. */
    LOST
  }
}
