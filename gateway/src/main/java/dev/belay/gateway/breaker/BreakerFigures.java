package dev.belay.gateway.breaker;

/**
 * The figures of a breaker, as health shows them.
 *
 * @param failures how many of the last {@code calls} failed because of the server itself
 */
public record BreakerFigures(State state, int failures, int calls) {
  /** The treatment of a call. */
  public enum State {
    /** Admitted. */
    CLOSED,
    /** Refused. */
    OPEN,
    /** One is admitted as a trial; others are refused. */
    HALF_OPEN
  }

  /** {@return the share of failures in per cent; 0 without calls} */
  public double failureRatePct() {
    return calls == 0 ? 0 : 100.0 * failures / calls;
  }
}
