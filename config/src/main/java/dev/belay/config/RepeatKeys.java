package dev.belay.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every key of {@code tools.GLOB}, those included that say whether a call may be repeated. */
final class RepeatKeys {
  static final String RETRY = "retry";

  static final Key<Duration> CACHE_TTL = Key.span("cache_ttl");
  static final Key<Boolean> READ_ONLY = Key.flag("read_only");
  static final Key<Boolean> IDEMPOTENT = Key.flag("idempotent");
  static final Key<Integer> MAX_ATTEMPTS = Key.number("max_attempts", 1, 10);
  static final Key<Texts> ON = Key.texts("on", RepeatKeys::fault);

  static final List<Key<?>> OF_TOOL = ofTool();
  static final List<Key<?>> OF_RETRY = List.of(MAX_ATTEMPTS, ON);

  private RepeatKeys() {}

  private static List<Key<?>> ofTool() {
    var all = new ArrayList<Key<?>>(Keys.OF_TOOL);
    all.addAll(List.of(CACHE_TTL, READ_ONLY, IDEMPOTENT));
    return List.copyOf(all);
  }

  private static @Nullable String fault(String text) {
    return Choice.read(RetryOn.class, text) instanceof Reading.Wrong<RetryOn>(var why) ? why : null;
  }
}
