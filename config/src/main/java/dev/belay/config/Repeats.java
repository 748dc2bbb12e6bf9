package dev.belay.config;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether calls of one tool may be spared, or made again (C27).
 *
 * @param cacheTtl how long an answer holds for the same call; zero is not at all (S4-64)
 * @param maxAttempts how often a call is made at most; 1 is never again (S4-63)
 * @param on after what it is made again (S4-62)
 * @param readOnly whether the tool changes nothing; null is what it says of itself
 * @param idempotent whether calling once more changes no more; null is what it says of itself
 */
public record Repeats(
    Duration cacheTtl,
    int maxAttempts,
    Set<RetryOn> on,
    @Nullable Boolean readOnly,
    @Nullable Boolean idempotent) {
  public Repeats {
    on = Set.copyOf(on);
  }

  static Repeats of(RepeatSettings said) {
    return new Repeats(
        said.cacheTtl() == null ? Duration.ZERO : said.cacheTtl(),
        said.maxAttempts() == null ? 1 : said.maxAttempts(),
        said.on() == null
            ? EnumSet.of(RetryOn.CRASHED, RetryOn.UNAVAILABLE, RetryOn.OVERLOADED)
            : said.on(),
        said.readOnly(),
        said.idempotent());
  }

  /** {@return whether answers are kept at all} */
  public boolean isCached() {
    return cacheTtl.isPositive();
  }

  /** {@return whether calls are ever made again} */
  public boolean isRetried() {
    return maxAttempts > 1;
  }
}
