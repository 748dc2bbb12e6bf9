package dev.belay.gateway.upstream;

/**
 * Why an upstream will not answer.
 *
 * @param text a sentence that a person and a model can act on
 */
public record Loss(Kind kind, String text) {
  /** What became of the upstream, or of the answer. */
  public enum Kind {
    /** Its process ended. */
    CRASHED,
    /** Its process ended before it can have read the request. */
    UNSENT,
    /** Another connection has replaced it. */
    REPLACED,
    /** Belay is ending it. */
    STOPPED,
    /** It does not read its input. */
    NOT_READING,
    /** It sent no valid answer. */
    GARBLED,
    /** Over HTTP: it does not answer at all, or not now. */
    UNREACHABLE,
    /** Over HTTP: it refused the request, or sent no valid answer. */
    REFUSED,
    /** Over HTTP: it refused the request unprocessed, as a server of another era does. */
    UNREAD
  }
}
