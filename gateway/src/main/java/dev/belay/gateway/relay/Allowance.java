package dev.belay.gateway.relay;

import java.time.Duration;

/** How much may be sent now: so many a second, saved up for one second. Not thread-safe. */
final class Allowance {
  private final long nanosEach;
  private final long most;
  private long saved;
  private long countedAt;

  Allowance(int perSecond, long now) {
    nanosEach = Duration.ofSeconds(1).toNanos() / perSecond;
    most = nanosEach * perSecond;
    saved = most;
    countedAt = now;
  }

  /** Takes one, if there is one. */
  boolean take(long now) {
    saved = Math.min(most, saved + (now - countedAt));
    countedAt = now;
    if (saved < nanosEach) {
      return false;
    }
    saved -= nanosEach;
    return true;
  }

  /** {@return how long it takes until there is one more} */
  Duration pause() {
    return Duration.ofNanos(nanosEach);
  }
}
