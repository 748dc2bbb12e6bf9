package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.Exit;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Detects the end of a process by two signs: its exit, and the end of its output.
 *
 * <p>Both are awaited, since an answer may still be in the pipe when the process is gone; but the
 * second only for {@link #PATIENCE}, since a surviving descendant may hold the pipe open, or the
 * process may have closed its output and live on. How a dead process has ended is told a little
 * later, longer so on a machine that stalls: that is awaited for {@link #EXIT_LIMIT}.
 */
final class ProcessEnd {
  static final Duration PATIENCE = Duration.ofMillis(500);
  private static final Duration EXIT_LIMIT = Duration.ofSeconds(10);

  private final Time time;
  private final Child child;
  private final Consumer<@Nullable Exit> onEnd;
  private final ReentrantLock lock = new ReentrantLock();

  /** Armed by the first sign. */
  @GuardedBy("lock") private Time.@Nullable Timer patience;

  @GuardedBy("lock") private @Nullable Exit exit;

  @GuardedBy("lock") private boolean told;

  /**
   * Watches {@code child}.
   *
   * @param onEnd called once; with null where the process has closed its output but lives, or
   *     nobody knows how it ended
   */
  ProcessEnd(Time time, Child child, Consumer<@Nullable Exit> onEnd) {
    this.time = time;
    this.child = child;
    this.onEnd = onEnd;
    var _ = child.exited().whenComplete((how, _) -> seen(how));
  }

  /** The process has closed its output. */
  void outputEnded() {
    seen(null);
  }

  /** Records a sign: the exit, or, if {@code how} is null, the end of the output or a lost exit. */
  private void seen(@Nullable Exit how) {
    boolean isFirst;
    lock.lock();
    try {
      exit = how == null ? exit : how;
      isFirst = patience == null;
      if (isFirst) {
        patience = time.after(PATIENCE, this::giveUp);
      }
    } finally {
      lock.unlock();
    }
    if (!isFirst) {
      tell();
    }
  }

  private void giveUp() {
    boolean isDead = !child.isAlive();
    lock.lock();
    try {
      if (isDead && exit == null && !told) {
        patience = time.after(EXIT_LIMIT, this::tell);
        return;
      }
    } finally {
      lock.unlock();
    }
    tell();
  }

  private void tell() {
    Exit how;
    lock.lock();
    try {
      if (told) {
        return;
      }
      told = true;
      how = exit;
      if (patience != null) {
        patience.close();
      }
    } finally {
      lock.unlock();
    }
    onEnd.accept(how);
  }
}
