package dev.belay.config;

import java.time.Duration;
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
  static final Section RETRY =
      new Section("retry", Setting.Reload.AT_ONCE, "Whether a call is made again.");
  private static final Setting<Integer> MAX_ATTEMPTS =
      RETRY.optional(
          "max_attempts", Codec.number(1, 10), "1", "how often a call is made, from 1 to 10");
  private static final Setting<Set<RetryOn>> ON =
      RETRY.optional(
          "on",
          Codec.choices(RetryOn.class),
          "`crashed`, `unavailable`, `overloaded`",
          "after what it is made again");

  /** Says nothing. */
  public static final RepeatSettings NONE = new RepeatSettings(null, null, null, null, null);

  public RepeatSettings {
    on = on == null ? null : Set.copyOf(on);
  }

  /** {@return whether it says nothing} */
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
