package dev.belay.core.turn;

/**
 * How often the same may be asked before it counts as a loop. Zero switches a rule off.
 *
 * @param window how many of the last calls are looked at for repeats
 * @param warnAt so many equal calls with equal results are worth a warning
 * @param haltAt so many end the turn
 * @param warnErrors so many failures in a row are worth a warning
 * @param haltErrors so many end the turn
 * @param longestCycle how many calls a cycle may have to be seen as one; two is the shortest
 */
public record LoopLimits(
    int window, int warnAt, int haltAt, int warnErrors, int haltErrors, int longestCycle) {
  /** What holds unless configured otherwise. */
  public static final LoopLimits DEFAULT = new LoopLimits(12, 3, 5, 4, 8, 10);

  /** How often a cycle is gone round before it is worth a warning. */
  static final int WARN_ROUNDS = 3;

  /** How often before it ends the turn. */
  static final int HALT_ROUNDS = 5;

  /** Negative numbers switch off too. */
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
