package dev.belay.probe.load;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of one load.
 *
 * @param total the number of attempts
 * @param errors the number of failures
 * @param elapsed from the first start to the last end
 * @param peak the most attempts in progress at once
 * @param latency of successful attempts; null if there are none
 * @param faults reasons of failures, the most frequent first; incomplete if there are many
 * @param stopped the reason if attempts are missing; null if all were made
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

  /** {@return successful attempts per second: failing fast is not throughput} */
  public double rate() {
    double seconds = elapsed.toNanos() / 1e9;
    return seconds <= 0 ? 0 : (total - errors) / seconds;
  }

  /** A reason of failures with its frequency. */
  public record Fault(String reason, int count) {}
}
