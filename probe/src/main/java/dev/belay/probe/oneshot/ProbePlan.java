package dev.belay.probe.oneshot;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one look at a server covers.
 *
 * @param health its endpoint; null where it has none, as over stdio
 * @param embed its endpoint of embeddings; null where it is not asked
 * @param log a file that the server writes while it is asked; null for none
 */
public record ProbePlan(
    Duration timeout,
    int sequentialSamples,
    Duration sequentialPause,
    Load small,
    Load large,
    @Nullable URI health,
    @Nullable URI embed,
    @Nullable Path log) {
  /** So many requests, so many of them at once; none at all if the total is zero. */
  public record Load(int total, int concurrency) {}

  /** {@return the most requests at once} */
  public int maxConcurrency() {
    return Math.max(small.concurrency(), large.concurrency());
  }
}
