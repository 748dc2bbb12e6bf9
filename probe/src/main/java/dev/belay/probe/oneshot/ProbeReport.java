package dev.belay.probe.oneshot;

import dev.belay.probe.load.Measurement;
import dev.belay.probe.peer.Health;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What one look at a server found.
 *
 * @param payloadBytes of the answer to {@code tools/list}
 * @param small null if it was not asked for
 * @param large null if it was not asked for
 */
public record ProbeReport(
    String target,
    Health health,
    int toolCount,
    int payloadBytes,
    double firstCallMs,
    Embedding embedding,
    Sequence sequence,
    int sequentialErrors,
    @Nullable Bench small,
    @Nullable Bench large,
    Log log) {
  /** Concurrent requests, and what they came to. */
  public record Bench(int concurrency, Measurement measured) {}

  /**
   * What the server wrote during the run.
   *
   * @param path null if no log was named
   * @param scan null if there is none there, or it cannot be read
   */
  public record Log(@Nullable Path path, @Nullable LogScan scan) {}

  /** {@return how many requests failed} */
  public int errors() {
    return sequentialErrors + errors(small) + errors(large);
  }

  private static int errors(@Nullable Bench bench) {
    return bench == null ? 0 : bench.measured().errors();
  }

  /** {@return whether an endpoint beside MCP is there and not well} */
  public boolean isUnwell() {
    return health.isBad() || embedding instanceof Embedding.Broken;
  }
}
