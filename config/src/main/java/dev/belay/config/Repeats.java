package dev.belay.config;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether calls of one tool are cached, or retried (C27).
 *
 * @param cacheTtl how long a result is cached for equal calls; zero is not at all (S4-64)
 * @param maxAttempts the greatest number of attempts; 1 is no retry (S4-63)
 * @param on the failures that cause a retry (S4-62)
 * @param readOnly whether the tool changes nothing; null is its own annotation
 * @param idempotent whether a repeated call changes nothing more; null is its own annotation
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

  /** {@return whether results are cached} */
  public boolean isCached() {
    return cacheTtl.isPositive();
  }

  /** {@return whether calls are retried} */
  public boolean isRetried() {
    return maxAttempts > 1;
  }
}
