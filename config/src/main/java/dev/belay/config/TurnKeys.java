package dev.belay.config;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Every key of {@code agents} and {@code turns}. */
final class TurnKeys {
  static final String AGENTS = "agents";
  static final String DEFAULTS = "defaults";
  static final String TOOL_TIMEOUTS = "toolTimeouts";
  static final String OVERRIDES = "overrides";
  static final String TURNS = "turns";
  static final String TIMEOUTS_PATH = AGENTS + "." + DEFAULTS + "." + TOOL_TIMEOUTS;
  static final String OVERRIDES_PATH = TIMEOUTS_PATH + "." + OVERRIDES;

  static final Key<Duration> DEFAULT_MS = millis("defaultMs");
  static final Key<Duration> LIMIT = Key.span("limit");
  static final Key<Concurrency> UNANNOTATED = Key.choice("unannotated", Concurrency.class);

  static final List<Key<?>> OF_TIMEOUTS = List.of(DEFAULT_MS);
  static final List<Key<?>> OF_TURNS = List.of(LIMIT, UNANNOTATED);

  private static final Pattern MILLIS = Pattern.compile("-?\\d{1,12}");

  private TurnKeys() {}

  /** {@return the key of one tool's own limit} */
  static Key<Duration> override(String tool) {
    return millis(tool);
  }

  /** Milliseconds, as S1-37 and S1-38 have them. */
  private static Key<Duration> millis(String name) {
    return new Key<>(name, Duration.class, TurnKeys::millisIn);
  }

  private static Reading<Duration> millisIn(String text) {
    if (!MILLIS.matcher(text.strip()).matches()) {
      return new Reading.Wrong<>("expected milliseconds, such as 120000 (0 = none)");
    }
    long millis = Long.parseLong(text.strip());
    return millis < 0
        ? new Reading.Odd<>(Duration.ZERO, "is negative and taken as 0, which means none")
        : new Reading.Good<>(Duration.ofMillis(millis));
  }
}
