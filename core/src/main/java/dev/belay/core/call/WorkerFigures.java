package dev.belay.core.call;

/**
 * The state of {@link Workers} at one moment.
 *
 * @param size how many calls may compute at once
 * @param busy how many calls have a worker, including those that only wait
 * @param waiting how many calls wait for a worker
 * @param abandoned how many threads still run calls that have ended
 * @param replaceable how many abandoned threads of one principal are replaced
 */
public record WorkerFigures(int size, int busy, int waiting, int abandoned, int replaceable) {
  /** {@return whether one more abandoned thread may leave its principal fewer workers} */
  public boolean isAtBound() {
    return abandoned >= replaceable;
  }
}
