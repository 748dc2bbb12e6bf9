package dev.belay.gateway.listing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Limits the rate of a log line; lines within the pause are dropped (S4-14).
 *
 * <p>Concurrency: {@code lock} guards the next time; nothing is logged under it.
 */
public final class Throttle {
  /** The shortest pause between two inventories of tools in the log (S4-14). */
  public static final Duration INVENTORY = Duration.ofSeconds(15);

  private final Time time;
  private final Duration pause;
  private final Consumer<String> log;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private Deadline next;

  /** Creates a throttle that passes the first line. */
  public Throttle(Time time, Duration pause, Consumer<String> log) {
    this.time = time;
    this.pause = pause;
    this.log = log;
    next = new Deadline(time.nanos(), false);
  }

  /** Logs the line, unless one was logged within the pause. */
  public void say(Supplier<String> line) {
    lock.lock();
    try {
      var now = time.nanos();
      if (!next.isDue(now)) {
        return;
      }
      next = Deadline.after(now, pause);
    } finally {
      lock.unlock();
    }
    log.accept(line.get());
  }
}
