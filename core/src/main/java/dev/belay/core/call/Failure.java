package dev.belay.core.call;

/**
 * What went wrong in a call that failed.
 *
 * @param message a sentence that a person and a model can act on
 */
public record Failure(Kind kind, String message) {
  /** Whose fault it is. */
  public enum Kind {
    /** The tool threw. */
    TOOL,
    /** The upstream ended while the call ran. */
    UPSTREAM_CRASHED,
    /** There is no upstream to ask: it does not start, or is kept down after crashes. */
    UPSTREAM_UNAVAILABLE,
    /** The upstream answered with something that is no answer. */
    UPSTREAM_PROTOCOL,
    /** Too much is under way already. */
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
