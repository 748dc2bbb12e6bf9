package dev.belay.probe.load;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Keeps latencies until they are summed up. For one thread at a time. */
sealed interface Recording {
  void record(long nanos);

  /** {@return what they come to; null if there are none} */
  @Nullable Latency latency();

  /** Every figure, where their number is known and small. */
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

  /** Three digits of every figure, in the same little room however many there are. */
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
