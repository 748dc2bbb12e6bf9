package dev.belay.core.turn;

/**
 * Thresholds of the loop detector. Zero switches a rule off.
 *
 * @param window how many of the last calls are searched for repeats
 * @param warnAt the number of equal calls with equal results that gives a warning
 * @param haltAt the number of them that ends the turn
 * @param warnErrors the number of successive failures that gives a warning
 * @param haltErrors the number of them that ends the turn
 * @param longestCycle the greatest length of a detected cycle; two is the shortest
 */
public record LoopLimits(
    int window, int warnAt, int haltAt, int warnErrors, int haltErrors, int longestCycle) {
  /** The default thresholds. */
  public static final LoopLimits DEFAULT = new LoopLimits(12, 3, 5, 4, 8, 10);

  /** The number of rounds of a cycle that gives a warning. */
  static final int WARN_ROUNDS = 3;

  /** The number of rounds that ends the turn. */
  static final int HALT_ROUNDS = 5;

  /** Treats negative numbers as zero. */
  public LoopLimits {
    window = Math.max(0, window);
    warnAt = Math.max(0, warnAt);
    haltAt = Math.max(0, haltAt);
    warnErrors = Math.max(0, warnErrors);
    haltErrors = Math.max(0, haltErrors);
    longestCycle = Math.max(0, longestCycle);
  }

  int remembered() {
    return Math.max(1, Math.max(Math.max(window, haltErrors), HALT_ROUNDS * longestCycle));
  }
}
