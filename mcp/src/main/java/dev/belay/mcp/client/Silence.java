package dev.belay.mcp.client;

import dev.belay.core.time.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Runs an action after a silence of some length; any sign of life postpones it.
 *
 * <p>If this process itself was stopped for a while, the data that arrived meanwhile is read first:
 * a late timer grants one more period.
 */
final class Silence implements AutoCloseable {
  private static final Duration STALL = Duration.ofSeconds(1);

  private final Time time;
  private final Duration limit;
  private final Runnable action;
  private final Time.Timer timer;
  private volatile long heard;
  private volatile boolean broken;

  /** When the next look is due; used by one look after another. */
  private long due;

  /** Begins to listen; a limit of zero is none. */
  Silence(Time time, Duration limit, Runnable action) {
    this.time = time;
    this.limit = limit;
    this.action = action;
    heard = time.nanos();
    due = heard + limit.toNanos();
    timer = limit.isZero() ? () -> {} : time.repeat(limit, this::look);
  }

  /** Records a sign of life. */
  void heard() {
    heard = time.nanos();
  }

  /** {@return whether the action ran} */
  boolean isBroken() {
    return broken;
  }

  private @Nullable Duration look() {
    long now = time.nanos();
    if (now - due > STALL.toNanos()) {
      heard = now;
    }
    long left = limit.toNanos() - (now - heard);
    if (left > 0) {
      due = now + left;
      return Duration.ofNanos(left);
    }
    broken = true;
    action.run();
    return null;
  }

  @Override
  public void close() {
    timer.close();
  }
}
