package dev.belay.tools.declare;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a tool's calls run, as far as its author says.
 *
 * @param timeout from start to end; zero is no limit, null is not said
 * @param idleTimeout the longest silence; zero is no limit, null is not said
 * @param concurrency {@code parallel}, {@code exclusive}, or a key
 * @param retryOn what is worth another try
 * @param maxAttempts in all, at least 1
 * @param cacheTtl how long a success may be given again; zero is not at all
 */
public record Terms(
    @Nullable Duration timeout,
    @Nullable Duration idleTimeout,
    String concurrency,
    List<Class<? extends Throwable>> retryOn,
    int maxAttempts,
    Duration cacheTtl) {
  /** Nothing said. */
  public static final Terms NONE = new Terms(null, null, "parallel", List.of(), 1, Duration.ZERO);

  /** Keeps its own list. */
  public Terms {
    retryOn = List.copyOf(retryOn);
  }
}
