package dev.belay.config;

import java.util.List;

/** Every key of {@code turns.loops}. */
final class LoopKeys {
  static final String LOOPS = "loops";
  static final String PATH = TurnKeys.TURNS + "." + LOOPS;

  static final Key<Integer> WINDOW = Key.number("window", 0, 1_000);
  static final Key<Integer> WARN_AT = Key.number("warn_at", 0, 1_000);
  static final Key<Integer> HALT_AT = Key.number("halt_at", 0, 1_000);
  static final Key<Integer> WARN_ERRORS = Key.number("warn_errors", 0, 1_000);
  static final Key<Integer> HALT_ERRORS = Key.number("halt_errors", 0, 1_000);
  static final Key<Integer> LONGEST_CYCLE = Key.number("longest_cycle", 0, 100);

  static final List<Key<?>> ALL =
      List.of(WINDOW, WARN_AT, HALT_AT, WARN_ERRORS, HALT_ERRORS, LONGEST_CYCLE);

  private LoopKeys() {}
}
