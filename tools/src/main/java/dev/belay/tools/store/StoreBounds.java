package dev.belay.tools.store;

import java.time.Duration;

/**
 * Bounds of a {@link ResourceStore}.
 *
 * @param bytes of all outputs together
 * @param longest the bytes of one output; a longer one is not kept
 * @param outputs the most outputs
 * @param lifetime of each output, unless newer ones need the room
 */
public record StoreBounds(long bytes, int longest, int outputs, Duration lifetime) {
  /** 64 MiB, 16 MiB each, 100 outputs, ten minutes. */
  public static final StoreBounds DEFAULTS =
      new StoreBounds(64 << 20, 16 << 20, 100, Duration.ofMinutes(10));

  /** Refuses bounds that leave no room for an output. */
  public StoreBounds {
    if (longest < 1 || longest > bytes || outputs < 1 || !lifetime.isPositive()) {
      throw new IllegalArgumentException(
          "a store has room for one output of the longest, for some time");
    }
  }
}
