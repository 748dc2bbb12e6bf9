package dev.belay.config;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One glob's settings for caching and retrying calls (C27): null is inherited.
 *
 * @param cacheTtl how long a result is cached for equal calls; zero is not at all
 * @param maxAttempts the greatest number of attempts, including the first
 * @param on the failures that cause a retry
 * @param readOnly whether the tools change nothing, overriding their own annotation
 * @param idempotent whether a repeated call changes nothing more, overriding their own annotation
 */
public record RepeatSettings(
    @Nullable Duration cacheTtl,
    @Nullable Integer maxAttempts,
    @Nullable Set<RetryOn> on,
    @Nullable Boolean readOnly,
    @Nullable Boolean idempotent) {
  static final Section RETRY = new Section("retry", Setting.Reload.AT_ONCE, "Retries of calls.");
  private static final Setting<Integer> MAX_ATTEMPTS =
      RETRY.optional("max_attempts", Codec.number(1, 10), "1", "attempts of a call, from 1 to 10");
  private static final Setting<Set<RetryOn>> ON =
      RETRY.optional(
          "on",
          Codec.choices(RetryOn.class),
          "`crashed`, `unavailable`, `overloaded`",
          "failures that cause a retry");

  /** All unset. */
  public static final RepeatSettings NONE = new RepeatSettings(null, null, null, null, null);

  public RepeatSettings {
    on = on == null ? null : Set.copyOf(on);
  }

  /** {@return whether all are unset} */
  public boolean isEmpty() {
    return equals(NONE);
  }

  static RepeatSettings of(Values values) {
    var retry = values.in(RETRY);
    return new RepeatSettings(
        values.find(ToolSettings.CACHE_TTL),
        retry.find(MAX_ATTEMPTS),
        retry.find(ON),
        values.find(ToolSettings.READ_ONLY),
        values.find(ToolSettings.IDEMPOTENT));
  }

  /** {@return these settings, with unset ones taken from a less specific glob} */
  RepeatSettings or(RepeatSettings other) {
    return new RepeatSettings(
        cacheTtl == null ? other.cacheTtl : cacheTtl,
        maxAttempts == null ? other.maxAttempts : maxAttempts,
        on == null ? other.on : on,
        readOnly == null ? other.readOnly : readOnly,
        idempotent == null ? other.idempotent : idempotent);
  }
}
