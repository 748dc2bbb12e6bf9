package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock that a test moves by hand, for real processes under virtual time. Timers run on the
 * thread that moves it; waits are not limited by it.
 */
public final class HandTime implements Time {
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Due> timers = new ArrayList<>();
  private long now;
  private long sequence;

  /** Stands at zero. */
  public HandTime() {}

  private record Due(long at, long sequence, Runnable action) {}

  public void advance(Duration by) {
    long until = now() + by.toNanos();
    for (var due = next(until); due != null; due = next(until)) {
      due.action().run();
    }
    set(until);
  }

  public int armed() {
    lock.lock();
    try {
      return timers.size();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Due next(long until) {
    lock.lock();
    try {
      var first =
          timers.stream()
              .filter(due -> due.at() <= until)
              .min(Comparator.comparingLong(Due::at))
              .orElse(null);
      if (first != null) {
        timers.remove(first);
        now = first.at();
      }
      return first;
    } finally {
      lock.unlock();
    }
  }

  private void set(long reached) {
    lock.lock();
    try {
      now = reached;
    } finally {
      lock.unlock();
    }
  }

  private long now() {
    lock.lock();
    try {
      return now;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long nanos() {
    return now();
  }

  @Override
  public Instant wall() {
    return Instant.EPOCH.plusNanos(now());
  }

  @Override
  public Timer after(Duration delay, Runnable action) {
    lock.lock();
    try {
      var due = new Due(now + delay.toNanos(), sequence++, action);
      timers.add(due);
      return () -> disarm(due);
    } finally {
      lock.unlock();
    }
  }

  private void disarm(Due due) {
    lock.lock();
    try {
      timers.remove(due);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void sleep(Duration delay) {
    throw new UnsupportedOperationException("nothing here sleeps");
  }

  @Override
  public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
    return Time.system().await(stage, Duration.ofMinutes(1));
  }
}
