package dev.belay.tools.declare;

import dev.belay.tools.annotation.ApprovalNeed;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Terms of a tool's calls, as far as its author sets them.
 *
 * @param timeout from start to end; zero is no limit, null leaves it to configuration
 * @param idleTimeout the longest silence; zero is no limit, null leaves it to configuration
 * @param concurrency {@code parallel}, {@code exclusive}, or a key
 * @param retryOn exceptions after which a call is retried
 * @param maxAttempts in all, at least 1
 * @param cacheTtl for how long a successful result is reused; zero disables reuse
 * @param async whether a gateway runs the calls as jobs
 * @param estimate how long a call is expected to take; null if unknown
 * @param byArguments estimates each call in place of {@code estimate}; null for none
 * @param approval whether a gateway asks a person before each call
 */
public record ToolOptions(
    @Nullable Duration timeout,
    @Nullable Duration idleTimeout,
    String concurrency,
    List<Class<? extends Throwable>> retryOn,
    int maxAttempts,
    Duration cacheTtl,
    boolean async,
    @Nullable Duration estimate,
    @Nullable RuntimeEstimate byArguments,
    ApprovalNeed approval) {
  /** Leaves everything to configuration. */
  public static final ToolOptions NONE =
      new ToolOptions(null, null, "parallel", List.of(), 1, Duration.ZERO);

  /** Declares calls that are no jobs, and of which nobody knows how long they take. */
  public ToolOptions(
      @Nullable Duration timeout,
      @Nullable Duration idleTimeout,
      String concurrency,
      List<Class<? extends Throwable>> retryOn,
      int maxAttempts,
      Duration cacheTtl) {
    this(
        timeout,
        idleTimeout,
        concurrency,
        retryOn,
        maxAttempts,
        cacheTtl,
        /* async= */ false,
        null,
        null,
        ApprovalNeed.NONE);
  }

  /** Makes a defensive copy. */
  public ToolOptions {
    retryOn = List.copyOf(retryOn);
  }
}
