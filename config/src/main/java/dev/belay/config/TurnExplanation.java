package dev.belay.config;

import dev.belay.core.turn.ToolTimeouts;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Lists the effective values of {@code agents} and {@code turns}, those built in as well. */
record TurnExplanation(TurnSettings settings, BiConsumer<String, String> row) {
  void rows() {
    row.accept(
        TurnKeys.TIMEOUTS_PATH + "." + TurnKeys.DEFAULT_MS.name(),
        Long.toString(settings.silence().toMillis()));
    var overrides = new TreeMap<>(ToolTimeouts.BUILT_IN);
    overrides.putAll(settings.overrides());
    overrides.forEach((tool, limit) ->
        row.accept(TurnKeys.OVERRIDES_PATH + "." + tool, Long.toString(limit.toMillis())));
    turns(TurnKeys.LIMIT, Span.show(settings.limit()));
    turns(TurnKeys.UNANNOTATED, Choice.show(settings.unannotated()));
    var loops = settings.loops();
    loops(LoopKeys.WINDOW, loops.window());
    loops(LoopKeys.WARN_AT, loops.warnAt());
    loops(LoopKeys.HALT_AT, loops.haltAt());
    loops(LoopKeys.WARN_ERRORS, loops.warnErrors());
    loops(LoopKeys.HALT_ERRORS, loops.haltErrors());
    loops(LoopKeys.LONGEST_CYCLE, loops.longestCycle());
  }

  private void loops(Key<Integer> key, int value) {
    row.accept(LoopKeys.PATH + "." + key.name(), Integer.toString(value));
  }

  private void turns(Key<?> key, String value) {
    row.accept(TurnKeys.TURNS + "." + key.name(), value);
  }
}
