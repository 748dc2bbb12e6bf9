package dev.belay.config;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one glob says about calls that may be spared, or made again (C27): null is inherited.
 *
 * @param cacheTtl how long an answer holds for the same call; zero is not at all
 * @param maxAttempts how often a call is made at most, the first one included
 * @param on after what it is made again
 * @param readOnly whether the tools change nothing, whatever they say of themselves
 * @param idempotent whether calling once more changes no more, whatever they say of themselves
 */
public record RepeatSettings(
    @Nullable Duration cacheTtl,
    @Nullable Integer maxAttempts,
    @Nullable Set<RetryOn> on,
    @Nullable Boolean readOnly,
    @Nullable Boolean idempotent) {
  /** Says nothing. */
  public static final RepeatSettings NONE = new RepeatSettings(null, null, null, null, null);

  public RepeatSettings {
    on = on == null ? null : Set.copyOf(on);
  }

  /** {@return whether it says nothing} */
  public boolean isEmpty() {
    return equals(NONE);
  }

  static RepeatSettings of(Values values, @Nullable Values retry) {
    var on = retry == null ? null : retry.get(RepeatKeys.ON);
    return new RepeatSettings(
        values.get(RepeatKeys.CACHE_TTL),
        retry == null ? null : retry.get(RepeatKeys.MAX_ATTEMPTS),
        on == null ? null : kinds(on),
        values.get(RepeatKeys.READ_ONLY),
        values.get(RepeatKeys.IDEMPOTENT));
  }

  private static Set<RetryOn> kinds(Texts texts) {
    var kinds = EnumSet.noneOf(RetryOn.class);
    texts.all().forEach(text -> kinds.add(RetryOn.valueOf(text.toUpperCase(Locale.ROOT))));
    return kinds;
  }

  /** {@return this, and where it says nothing, what a less specific glob says} */
  RepeatSettings or(RepeatSettings other) {
    return new RepeatSettings(
        cacheTtl == null ? other.cacheTtl : cacheTtl,
        maxAttempts == null ? other.maxAttempts : maxAttempts,
        on == null ? other.on : on,
        readOnly == null ? other.readOnly : readOnly,
        idempotent == null ? other.idempotent : idempotent);
  }
}
