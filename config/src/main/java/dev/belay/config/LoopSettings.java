package dev.belay.config;

import dev.belay.core.turn.LoopLimits;

/**
 * How often a model may ask for the same within one turn: {@code turns.loops}. Zero switches a rule
 * off; {@link LoopLimits} says what each of them is.
 */
public record LoopSettings(
    int window, int warnAt, int haltAt, int warnErrors, int haltErrors, int longestCycle) {
  /** {@return the settings of a user who sets nothing} */
  public static LoopSettings defaults() {
    // Written out, as with all of turns.
    return new LoopSettings(12, 3, 5, 4, 8, 10);
  }

  static LoopSettings of(Values values) {
    var defaults = defaults();
    return new LoopSettings(
        values.get(LoopKeys.WINDOW, defaults.window),
        values.get(LoopKeys.WARN_AT, defaults.warnAt),
        values.get(LoopKeys.HALT_AT, defaults.haltAt),
        values.get(LoopKeys.WARN_ERRORS, defaults.warnErrors),
        values.get(LoopKeys.HALT_ERRORS, defaults.haltErrors),
        values.get(LoopKeys.LONGEST_CYCLE, defaults.longestCycle));
  }

  /** {@return the same, as turns go by it} */
  public LoopLimits limits() {
    return new LoopLimits(window, warnAt, haltAt, warnErrors, haltErrors, longestCycle);
  }
}
