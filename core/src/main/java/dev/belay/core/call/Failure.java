package dev.belay.core.call;

/**
 * The failure of a call.
 *
 * @param message a sentence that a person and a model can act on
 */
public record Failure(Kind kind, String message) {
  /** The party at fault. */
  public enum Kind {
    /** The tool threw an exception. */
    TOOL,
    /** The upstream ended while the call ran. */
    UPSTREAM_CRASHED,
    /** No upstream is available: it does not start, or is kept down after crashes. */
    UPSTREAM_UNAVAILABLE,
    /** The upstream sent an invalid answer. */
    UPSTREAM_PROTOCOL,
    /** Too many calls are in flight. */
    OVERLOADED,
    /** The outcome could not be recorded. */
    LEDGER
  }

  /** {@return the failure of a tool that threw {@code fault}} */
  public static Failure thrown(Throwable fault) {
    var message = fault.getMessage();
    return new Failure(Kind.TOOL, message == null ? fault.toString() : message);
  }
}
