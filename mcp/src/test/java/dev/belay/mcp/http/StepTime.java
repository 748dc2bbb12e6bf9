package dev.belay.mcp.http;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A clock that moves only when a test lets a delay pass that was really asked for. */
final class StepTime implements Time {
  private record Due(long at, Duration delay, Runnable action) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Due> timers = new ArrayList<>();
  private long now;

  /** Waits until somebody wants to wait for just {@code delay}, then lets it pass. */
  void pass(Duration delay) throws InterruptedException {
    long until;
    lock.lock();
    try {
      while (timers.stream().noneMatch(due -> due.delay().equals(delay))) {
        changed.await();
      }
      until =
          timers.stream()
              .filter(due -> due.delay().equals(delay))
              .mapToLong(Due::at)
              .min()
              .orElse(0);
    } finally {
      lock.unlock();
    }
    for (var due = next(until); due != null; due = next(until)) {
      due.action().run();
    }
  }

  int armed() {
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
      now = first == null ? Math.max(now, until) : first.at();
      if (first != null) {
        timers.remove(first);
      }
      return first;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long nanos() {
    lock.lock();
    try {
      return now;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Instant wall() {
    return Instant.EPOCH.plusNanos(nanos());
  }

  @Override
  public Timer after(Duration delay, Runnable action) {
    lock.lock();
    try {
      var due = new Due(now + delay.toNanos(), delay, action);
      timers.add(due);
      changed.signalAll();
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
  public boolean await(CompletionStage<?> stage, Duration limit) {
    var over = new CompletableFuture<Boolean>();
    try (var _ = after(limit, () -> over.complete(false))) {
      var _ = stage.whenComplete((_, _) -> over.complete(true));
      return over.join();
    }
  }
}
