package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Heartbeats from a timer, for work that cannot send any; ends when it is closed. */
final class TimerBeats implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Call call;
  private final Duration interval;

  @GuardedBy("lock") private Time.@Nullable Timer next;

  @GuardedBy("lock") private boolean closed;

  private TimerBeats(Call call, Duration interval) {
    this.call = call;
    this.interval = interval;
  }

  static TimerBeats start(Call call, Duration interval) {
    var beats = new TimerBeats(call, interval);
    beats.beat();
    return beats;
  }

  private void beat() {
    // Without a total limit nothing would end stuck work; it may have been taken away in flight.
    boolean alive = !call.limits().timeout().isZero() && call.heartbeat(null, null, null);
    lock.lock();
    try {
      if (alive && !closed) {
        next = call.governor().time().after(interval, this::beat);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (next != null) {
        next.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
