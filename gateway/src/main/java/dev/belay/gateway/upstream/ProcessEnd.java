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
 * Finds out that a process has ended, from two signs: it exited, and its output is at its end.
 *
 * <p>Both must be seen, since an answer may still be in the pipe when the process is gone; but only
 * for {@link #PATIENCE}, since something it left behind may hold the pipe open, or it may have
 * closed its output and live on.
 */
final class ProcessEnd {
  static final Duration PATIENCE = Duration.ofMillis(500);

  private final Time time;
  private final Consumer<@Nullable Exit> onEnd;
  private final ReentrantLock lock = new ReentrantLock();

  /** Runs since one of the signs was seen. */
  @GuardedBy("lock") private Time.@Nullable Timer patience;

  @GuardedBy("lock") private @Nullable Exit exit;

  @GuardedBy("lock") private boolean told;

  /**
   * Watches {@code child}.
   *
   * @param onEnd called once; with null where the process has closed its output but lives
   */
  ProcessEnd(Time time, Child child, Consumer<@Nullable Exit> onEnd) {
    this.time = time;
    this.onEnd = onEnd;
    var _ = child.exited().thenAccept(this::seen);
  }

  /** Says that the process has closed its output. */
  void outputEnded() {
    seen(null);
  }

  /** One of the signs is seen: the exit, or, where that is null, the end of the output. */
  private void seen(@Nullable Exit how) {
    boolean isFirst;
    lock.lock();
    try {
      exit = how == null ? exit : how;
      isFirst = patience == null;
      if (isFirst) {
        patience = time.after(PATIENCE, this::tell);
      }
    } finally {
      lock.unlock();
    }
    if (!isFirst) {
      tell();
    }
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
