package dev.belay.core.call;

/**
 * How {@link Workers} do at one moment.
 *
 * @param size how many calls may compute at once
 * @param busy how many have a worker, be it that some only wait
 * @param waiting how many calls wait for one
 * @param abandoned how many threads go on with calls that have ended
 * @param replaceable how many of those are replaced by another worker, for one principal
 */
public record WorkerFigures(int size, int busy, int waiting, int abandoned, int replaceable) {
  /** {@return whether one more that is abandoned may leave its principal fewer} */
  public boolean isAtBound() {
    return abandoned >= replaceable;
  }
}
