package dev.belay.probe.load;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.probe.load.Measurement.Fault;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts ended attempts, and decides when further ones are pointless.
 *
 * <p>Concurrency: {@code lock} guards the figures; the listener is called without it.
 */
final class Tally {
  private static final int MOST_REASONS = 10;

  /**
   * This many failures in a row, and at least twice the attempts in progress, mean that the server
   * has stopped answering.
   */
  private static final int HOPELESS = 50;

  private final ReentrantLock lock = new ReentrantLock();
  private final CompletableFuture<?> interrupted;
  private final IntConsumer onCount;
  private final int hopeless;

  @GuardedBy("lock") private final Recording recording;

  @GuardedBy("lock") private final Map<String, Integer> reasons = new HashMap<>();

  @GuardedBy("lock") private int total;

  @GuardedBy("lock") private int errors;

  @GuardedBy("lock") private int failedInRow;

  /** Stays set, even if attempts in progress still succeed. */
  @GuardedBy("lock") private @Nullable String givenUp;

  @GuardedBy("lock") private int underWay;

  @GuardedBy("lock") private int peak;

  Tally(
      Recording recording, int concurrency, CompletableFuture<?> interrupted, IntConsumer onCount) {
    this.recording = recording;
    this.interrupted = interrupted;
    this.onCount = onCount;
    hopeless = Math.max(HOPELESS, 2 * concurrency);
  }

  /** Counts an attempt that begins. */
  void begin() {
    lock.lock();
    try {
      peak = Math.max(peak, ++underWay);
    } finally {
      lock.unlock();
    }
  }

  /** Counts an attempt that has ended. */
  void end(@Nullable String fault, long nanos) {
    int count;
    lock.lock();
    try {
      underWay--;
      count = ++total;
      if (fault == null) {
        failedInRow = 0;
        recording.record(nanos);
      } else {
        errors++;
        if (++failedInRow >= hopeless && givenUp == null) {
          givenUp = failedInRow + " requests in a row failed";
        }
        if (reasons.size() < MOST_REASONS || reasons.containsKey(fault)) {
          reasons.merge(fault, 1, Integer::sum);
        }
      }
    } finally {
      lock.unlock();
    }
    onCount.accept(count);
  }

  /** {@return the reason to make no more attempts; null while there is none} */
  @Nullable String stopped() {
    if (interrupted.isDone()) {
      return "interrupted";
    }
    lock.lock();
    try {
      return givenUp;
    } finally {
      lock.unlock();
    }
  }

  Measurement sum(Duration elapsed, int planned) {
    var stopped = stopped();
    lock.lock();
    try {
      var faults =
          reasons.entrySet().stream()
              .map(one -> new Fault(one.getKey(), one.getValue()))
              .sorted(Comparator.comparingInt(Fault::count).reversed().thenComparing(Fault::reason))
              .toList();
      return new Measurement(
          total,
          errors,
          elapsed,
          peak,
          recording.latency(),
          List.copyOf(faults),
          total < planned ? stopped : null);
    } finally {
      lock.unlock();
    }
  }

  /** Records latencies for a summary. For one thread at a time. */
  sealed interface Recording {
    void record(long nanos);

    /** {@return the summary; null if there are no latencies} */
    @Nullable Latency latency();

    /** Exact values, for a known, small number of them. */
    final class Exact implements Recording {
      private long[] nanos = new long[64];
      private int count;

      @Override
      public void record(long one) {
        if (count == nanos.length) {
          nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = one;
      }

      @Override
      public @Nullable Latency latency() {
        if (count == 0) {
          return null;
        }
        var sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return Latency.ofSorted(sorted);
      }
    }

    /** Values of three digits, in constant memory for any number of them. */
    final class Counted implements Recording {
      private static final int DIGITS = 3;

      private final Histogram histogram = new Histogram(DIGITS);

      @Override
      public void record(long one) {
        histogram.recordValue(Math.max(0, one));
      }

      @Override
      public @Nullable Latency latency() {
        return histogram.getTotalCount() == 0 ? null : Latency.of(histogram);
      }
    }
  }
}
