package dev.belay.probe.load;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Generates load as a closed or as an open loop, and measures it.
 *
 * @param threads creates the threads of the attempts
 * @param interrupted completed once a person stops the run
 */
public record LoadGenerator(Time time, ThreadFactory threads, CompletableFuture<?> interrupted) {
  private static final double NANOS = 1e9;

  /** Longer pauses end early when a person interrupts. */
  private static final Duration LONG_PAUSE = Duration.ofMillis(250);

  /** {@return a generator in real time, with virtual threads} */
  public static LoadGenerator here(CompletableFuture<?> interrupted) {
    return new LoadGenerator(
        Time.system(), Thread.ofVirtual().name("belay-load-", 0).factory(), interrupted);
  }

  /**
   * Closed loop: makes {@code total} attempts from {@code concurrency} clients, each of which
   * continues after its answer, and blocks until the last has ended.
   *
   * @param onCount receives the number of ended attempts; called by many threads
   */
  public Measurement closed(Attempt attempt, int concurrency, int total, IntConsumer onCount) {
    var tally = new Tally(new Tally.Recording.Exact(), concurrency, interrupted, onCount);
    var next = new AtomicInteger();
    var clients = new AtomicInteger(Math.min(concurrency, total));
    var ended = new CompletableFuture<@Nullable Void>();
    long start = time.nanos();
    for (int i = clients.get(); i > 0; i--) {
      threads
          .newThread(() -> {
            try {
              while (tally.stopped() == null && next.getAndIncrement() < total) {
                tally.begin();
                make(attempt, tally, time.nanos());
              }
            } finally {
              if (clients.decrementAndGet() == 0) {
                ended.complete(null);
              }
            }
          })
          .start();
    }
    if (total > 0) {
      ended.join();
    }
    return tally.sum(Duration.ofNanos(time.nanos() - start), total);
  }

  /**
   * Open loop: starts {@code rate} attempts a second, whether or not earlier ones have ended,
   * {@code total} in all, and blocks until the last has ended.
   *
   * <p>Every latency counts from the moment at which the attempt was due. A server that stalls, or
   * a bound that holds requests back, thus shows in the figures of all delayed attempts, and does
   * not go unmeasured because no request was made meanwhile (coordinated omission).
   *
   * @param maxInFlight the most attempts in progress
   * @param onCount receives the number of ended attempts; called by many threads
   */
  public Measurement open(
      Attempt attempt, double rate, int maxInFlight, int total, IntConsumer onCount)
      throws InterruptedException {
    var tally = new Tally(new Tally.Recording.Counted(), 0, interrupted, onCount);
    var room = new Semaphore(maxInFlight);
    long start = time.nanos();
    for (int i = 0; i < total; i++) {
      long due = start + (long) (i * NANOS / rate);
      pause(due);
      room.acquire();
      if (tally.stopped() != null) {
        room.release();
        break;
      }
      tally.begin();
      threads
          .newThread(() -> {
            try {
              make(attempt, tally, due);
            } finally {
              room.release();
            }
          })
          .start();
    }
    room.acquire(maxInFlight);
    return tally.sum(Duration.ofNanos(time.nanos() - start), total);
  }

  private void pause(long due) throws InterruptedException {
    var left = Duration.ofNanos(due - time.nanos());
    if (left.compareTo(LONG_PAUSE) > 0) {
      time.await(interrupted, left);
    } else if (left.isPositive()) {
      time.sleep(left);
    }
  }

  /** Counts an attempt that throws as failed: fewer attempts would look like less load. */
  private void make(Attempt attempt, Tally tally, long due) {
    String fault;
    try {
      fault = attempt.run();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      fault = "interrupted";
    } catch (RuntimeException e) {
      fault = "a defect in Belay: " + e;
    }
    tally.end(fault, time.nanos() - due);
  }
}
