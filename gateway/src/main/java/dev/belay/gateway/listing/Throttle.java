package dev.belay.gateway.listing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Lets a line into the log now and then, and drops it in between (S4-14).
 *
 * <p>Concurrency: {@code lock} guards the next time; nothing is said under it.
 */
public final class Throttle {
  /** How often the log says which tools there are, at most (S4-14). */
  public static final Duration INVENTORY = Duration.ofSeconds(15);

  private final Time time;
  private final Duration pause;
  private final Consumer<String> log;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private Deadline next;

  /** Lets the first line through. */
  public Throttle(Time time, Duration pause, Consumer<String> log) {
    this.time = time;
    this.pause = pause;
    this.log = log;
    next = new Deadline(time.nanos(), false);
  }

  /** Says the line, unless there was one less than the pause ago. */
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
