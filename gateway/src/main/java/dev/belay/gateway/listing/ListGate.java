package dev.belay.gateway.listing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits concurrent requests: admits a number of them, queues some in order of arrival, and refuses
 * the rest (S4-10, C26).
 *
 * <p>Concurrency: {@code lock} guards the queue and the figures; no future completes under it.
 * Closing a pass admits waiters in a loop of one thread, so that requests that end at once do not
 * deepen the stack.
 */
public final class ListGate {
  /** The default capacity of the queue. */
  public static final int QUEUE = 512;

  /** The default limit of a wait. */
  public static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final int LEAST = 1;
  private static final int MOST = 512;

  /** The right of one admitted request; closing it more than once does nothing. */
  @FunctionalInterface
  public interface Pass extends AutoCloseable {
    @Override
    void close();
  }

  private static final class Waiter {
    final CompletableFuture<Pass> admitted = new CompletableFuture<>();
    Time.@Nullable Timer patience;
  }

  private final int maxInFlight;
  private final int maxWaiting;
  private final Duration patience;
  private final Time time;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Deque<Waiter> queue = new ArrayDeque<>();

  @GuardedBy("lock") private boolean admitting;

  @GuardedBy("lock") private int inFlight;

  @GuardedBy("lock") private int peakInFlight;

  @GuardedBy("lock") private int peakWaiting;

  @GuardedBy("lock") private long admitted;

  @GuardedBy("lock") private long refused;

  /** Creates a gate with the default queue. */
  public ListGate(int maxInFlight, Time time) {
    this(maxInFlight, QUEUE, PATIENCE, time);
  }

  /**
   * Creates a gate.
   *
   * @param maxInFlight the maximum number of admitted requests, clamped to between 1 and 512
   * @param maxWaiting the capacity of the queue
   * @param patience the limit of a wait
   */
  public ListGate(int maxInFlight, int maxWaiting, Duration patience, Time time) {
    this.maxInFlight = Math.clamp(maxInFlight, LEAST, MOST);
    this.maxWaiting = maxWaiting;
    this.patience = patience;
    this.time = time;
  }

  /** Requests a pass: granted at once or when another is closed, or refused with {@link Busy}. */
  public CompletionStage<Pass> enter() {
    Waiter waiter;
    lock.lock();
    try {
      if (inFlight < maxInFlight && queue.isEmpty()) {
        countLocked();
        return CompletableFuture.completedStage(pass());
      }
      if (queue.size() >= maxWaiting) {
        refused++;
        return CompletableFuture.failedStage(
            new Busy(
                "busy: "
                    + inFlight
                    + " lists are being served and "
                    + queue.size()
                    + " requests wait; try again"));
      }
      waiter = new Waiter();
      queue.add(waiter);
      peakWaiting = Math.max(peakWaiting, queue.size());
    } finally {
      lock.unlock();
    }
    var timer = time.after(patience, () -> giveUp(waiter));
    lock.lock();
    try {
      waiter.patience = timer;
    } finally {
      lock.unlock();
    }
    if (waiter.admitted.isDone()) {
      // Races with its admission, which may have found no timer to close.
      timer.close();
    }
    return waiter.admitted;
  }

  /**
   * Runs work with a pass: returns its result, or fails with {@link Busy}.
   *
   * @param work begins the work; must not block
   */
  public <V> CompletionStage<V> within(Supplier<? extends CompletionStage<V>> work) {
    return enter()
        .thenCompose(pass -> {
          try {
            return work.get().whenComplete((_, _) -> pass.close());
          } catch (RuntimeException e) {
            pass.close();
            throw e;
          }
        });
  }

  /** {@return its occupancy} */
  public ListFigures.Gate figures() {
    lock.lock();
    try {
      return new ListFigures.Gate(
          inFlight, peakInFlight, maxInFlight, queue.size(), peakWaiting, admitted, refused);
    } finally {
      lock.unlock();
    }
  }

  private void giveUp(Waiter waiter) {
    lock.lock();
    try {
      // Races with its admission, which takes it out of the queue too.
      if (!queue.remove(waiter)) {
        return;
      }
      refused++;
    } finally {
      lock.unlock();
    }
    waiter.admitted.completeExceptionally(
        new Busy("busy: no turn within " + patience.toMillis() + " ms; try again"));
  }

  private Pass pass() {
    var used = new AtomicBoolean();
    return () -> {
      if (used.compareAndSet(false, true)) {
        leave();
      }
    };
  }

  private void leave() {
    lock.lock();
    try {
      inFlight--;
      if (admitting) {
        return;
      }
      admitting = true;
    } finally {
      lock.unlock();
    }
    for (var next = next(); next != null; next = next()) {
      next.admitted.complete(pass());
    }
  }

  /** {@return the waiter to admit now; null if there is none, and then other threads may admit} */
  private @Nullable Waiter next() {
    Waiter next;
    Time.Timer timer;
    lock.lock();
    try {
      next = inFlight < maxInFlight ? queue.poll() : null;
      if (next == null) {
        admitting = false;
        return null;
      }
      countLocked();
      timer = next.patience;
    } finally {
      lock.unlock();
    }
    if (timer != null) {
      timer.close();
    }
    return next;
  }

  @GuardedBy("lock") private void countLocked() {
    inFlight++;
    admitted++;
    peakInFlight = Math.max(peakInFlight, inFlight);
  }

  /** Thrown under too many concurrent requests; answered as busy, over HTTP with 429 (C26). */
  public static final class Busy extends Exception {
    private static final long serialVersionUID = 1L;

    Busy(String why) {
      // No stack trace: this is created under overload.
      super(why, null, false, false);
    }
  }
}
