package dev.belay.gateway.breaker;

/**
 * How a breaker stands, as health shows it.
 *
 * @param failures how many of the last {@code calls} failed because of the server itself
 */
public record BreakerFigures(State state, int failures, int calls) {
  /** What becomes of a call. */
  public enum State {
    /** It goes to the server. */
    CLOSED,
    /** It is refused. */
    OPEN,
    /** One goes to the server, to see whether it is well again; others are refused. */
    HALF_OPEN
  }

  /** {@return the share of failures in per cent; 0 where there were no calls} */
  public double failureRatePct() {
    return calls == 0 ? 0 : 100.0 * failures / calls;
  }
}
