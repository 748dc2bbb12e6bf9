package dev.belay.core.time;

import java.util.function.LongConsumer;

/**
 * Runs a property over many seeds and names the one that broke it.
 *
 * <p>The environment variable {@code BELAY_SEEDS} multiplies the number of seeds of every property,
 * for a search of hours.
 */
public final class Seeds {
  private static final long TIMES =
      Long.parseLong(System.getenv().getOrDefault("BELAY_SEEDS", "1"));

  private Seeds() {}

  /** Runs {@code property} with the seeds 0 … {@code count - 1}; a failure carries its seed. */
  public static void forEach(int count, LongConsumer property) {
    for (long seed = 0; seed < count * TIMES; seed++) {
      try {
        property.accept(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
