package dev.belay.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the sources said about turns. */
final class TurnDraft {
  final Values timeouts = new Values(TurnKeys.TIMEOUTS_PATH);
  final Values overrides = new Values(TurnKeys.OVERRIDES_PATH);
  final Values turns = new Values(TurnKeys.TURNS);
  final Values loops = new Values(LoopKeys.PATH);
  private final Map<String, Key<Duration>> tools = new LinkedHashMap<>();

  /** {@return the key of one tool's own limit} */
  Key<Duration> tool(String name) {
    return tools.computeIfAbsent(name, TurnKeys::override);
  }

  TurnSettings settled(Map<String, Origin> into) {
    if (timeouts.isEmpty() && overrides.isEmpty() && turns.isEmpty() && loops.isEmpty()) {
      return TurnSettings.defaults();
    }
    timeouts.eachOrigin(into::put);
    overrides.eachOrigin(into::put);
    turns.eachOrigin(into::put);
    loops.eachOrigin(into::put);
    var defaults = TurnSettings.defaults();
    var own = new LinkedHashMap<String, Duration>();
    tools.forEach((name, key) -> own.put(name, overrides.get(key, defaults.silence())));
    return new TurnSettings(
        timeouts.get(TurnKeys.DEFAULT_MS, defaults.silence()),
        own,
        turns.get(TurnKeys.LIMIT, defaults.limit()),
        turns.get(TurnKeys.UNANNOTATED, defaults.unannotated()),
        LoopSettings.of(loops));
  }
}
