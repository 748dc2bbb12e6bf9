package dev.belay.gateway.relay;

import java.time.Duration;

/** How much may be sent now: so many within any second. Not thread-safe. */
final class Allowance {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** When the last ones were taken, the oldest at {@code next} once it has gone round. */
  private final long[] takenAt;

  private int next;
  private boolean round;

  Allowance(int perSecond) {
    takenAt = new long[perSecond];
  }

  /** Takes one, if there is one. */
  boolean take(long now) {
    if (round && now - takenAt[next] < SECOND) {
      return false;
    }
    takenAt[next] = now;
    next = (next + 1) % takenAt.length;
    round |= next == 0;
    return true;
  }

  /** {@return how long it takes until there is one more} */
  Duration pause(long now) {
    long left = round ? SECOND - (now - takenAt[next]) : 0;
    return Duration.ofNanos(Math.max(0, left));
  }
}
