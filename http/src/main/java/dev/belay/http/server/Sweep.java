package dev.belay.http.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every connection once per period: the one timer of a server, whatever it serves.
 *
 * <p>Where the program itself stood still, nobody is judged for that time: what came meanwhile is
 * read first.
 */
final class Sweep implements AutoCloseable {
  /** So many periods between two sweeps, and it was us who were late. */
  private static final int STALL = 3;

  private final ReentrantLock lock = new ReentrantLock();
  private final Serving serving;
  private final Loops loops;
  private final DateLine date;

  @GuardedBy("lock") private Time.@Nullable Timer next;

  @GuardedBy("lock") private long last;

  @GuardedBy("lock") private boolean isClosed;

  Sweep(Serving serving, Loops loops, DateLine date) {
    this.serving = serving;
    this.loops = loops;
    this.date = date;
    this.last = serving.time().nanos();
  }

  void start() {
    lock.lock();
    try {
      armLocked();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      if (next != null) {
        next.close();
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    long now = serving.time().nanos();
    boolean stalled;
    lock.lock();
    try {
      if (isClosed) {
        return;
      }
      stalled = now - last > STALL * serving.bounds().patience().sweep().toNanos();
      last = now;
      armLocked();
    } finally {
      lock.unlock();
    }
    date.refresh();
    for (EventExecutor loop : loops.group()) {
      try {
        loop.execute(() -> sweep(loop, now, stalled));
      } catch (RejectedExecutionException e) {
        // The server ends meanwhile, and closes all connections itself.
      }
    }
  }

  private void sweep(EventExecutor loop, long now, boolean stalled) {
    for (Connection connection : serving.census().connections()) {
      if (connection.isOn(loop)) {
        connection.sweep(now, stalled);
      }
    }
  }

  @GuardedBy("lock") private void armLocked() {
    next = serving.time().after(serving.bounds().patience().sweep(), this::run);
  }
}
