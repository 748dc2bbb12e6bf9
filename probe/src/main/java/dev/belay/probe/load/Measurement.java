package dev.belay.probe.load;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one load came to.
 *
 * @param total how many attempts were made
 * @param errors how many of them failed
 * @param elapsed from the first to the end of the last
 * @param peak how many were under way at most
 * @param latency of those that worked; null if none did
 * @param faults why the others failed, the most frequent first; not every reason, if there are many
 * @param stopped why not all attempts were made; null if they were
 */
public record Measurement(
    int total,
    int errors,
    Duration elapsed,
    int peak,
    @Nullable Latency latency,
    List<Fault> faults,
    @Nullable String stopped) {
  public Measurement {
    faults = List.copyOf(faults);
  }

  /** {@return how many worked in a second: failing fast is no throughput} */
  public double rate() {
    double seconds = elapsed.toNanos() / 1e9;
    return seconds <= 0 ? 0 : (total - errors) / seconds;
  }

  /** One reason of failures, and how often it was given. */
  public record Fault(String reason, int count) {}
}
