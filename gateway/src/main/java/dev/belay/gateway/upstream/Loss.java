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
    /** It was replaced, since it did not obey. */
    REPLACED,
    /** Belay is ending it. */
    STOPPED,
    /** It did not take the request: it does not read what it is sent. */
    NOT_READING,
    /** What it sent is no answer. */
    GARBLED,
    /** Over HTTP: it does not answer at all, or not now. */
    UNREACHABLE,
    /** Over HTTP: it said no, or nothing that is an answer. */
    REFUSED,
    /** Over HTTP: it said no as one of another era does, and has not acted on the request. */
    UNREAD
  }
}
