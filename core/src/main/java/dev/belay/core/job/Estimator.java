package dev.belay.core.job;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Outcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how long calls of a tool take, from how long earlier ones took (S2-15, S2-20).
 *
 * <p>Per tool, a histogram of 90 logarithmic buckets from 10 ms to 37 h, whose older runs count
 * less: half after 200 runs. A run that a limit or a cancellation ended is <em>censored</em>: the
 * tool would have taken longer, and the estimate is that of Kaplan and Meier. Arguments are not
 * considered. The least recently used of {@link #MOST_TOOLS} tools gives way to another.
 *
 * <p>Concurrency: {@code lock} guards all fields.
 */
public final class Estimator {
  /** How many tools are remembered. */
  static final int MOST_TOOLS = 2_000;

  /** Fewer runs than these say nothing. */
  private static final int FEWEST = 8;

  /** Fewer runs than these say nothing of the slowest tenth. */
  private static final int FEWEST_FOR_TAIL = 20;

  /** At this share of runs beyond a moment a call is not expected to end before it. */
  private static final double HARDLY_ANY = 0.9;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<String, History> tools =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, History> eldest) {
          return size() > MOST_TOOLS;
        }
      };

  /**
   * The time that a call may still take.
   *
   * @param half half of the runs that took as long as this call has taken ended within it
   * @param most nine in ten did; null where too few runs are known, or too many were cut short
   * @param runs how many runs it is based on; 0 where it is what is declared
   */
  public record Estimate(Duration half, @Nullable Duration most, int runs) {}

  /** Creates an estimator that knows no run. */
  public Estimator() {}

  /** {@return the name by which the tool of a call is known here: tools of two servers differ} */
  public static String tool(CallInfo call) {
    return call.upstream() == null ? call.tool() : call.upstream() + "/" + call.tool();
  }

  /** Adds a call that has ended: one that failed or was refused says nothing of the next one. */
  public void learn(Call call, Outcome outcome) {
    switch (outcome) {
      case Outcome.Completed _ -> learn(tool(call.info()), call.elapsed(), false);
      case Outcome.TimedOut _, Outcome.Cancelled _ ->
          learn(tool(call.info()), call.elapsed(), true);
      case Outcome.Failed _, Outcome.Refused _ -> {}
    }
  }

  /**
   * Adds a run.
   *
   * @param isCut whether a limit or a cancellation ended it
   */
  public void learn(String tool, Duration ran, boolean isCut) {
    lock.lock();
    try {
      tools.computeIfAbsent(tool, _ -> new History()).add(ran, isCut);
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@return how much longer a call takes; null where that is not known}
   *
   * @param elapsed how long it has taken
   * @param declared how long its author or the configuration expects it to take in all; null where
   *     neither says
   */
  public @Nullable Estimate estimate(String tool, Duration elapsed, @Nullable Duration declared) {
    lock.lock();
    try {
      var history = tools.get(tool);
      if (history != null && history.runs() >= FEWEST) {
        return history.estimate(elapsed);
      }
      if (declared == null) {
        return null;
      }
      var left = declared.minus(elapsed);
      return left.isPositive() ? new Estimate(left, null, 0) : null;
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether nine in ten calls of the tool take longer than that} */
  public boolean isLongerThan(Duration time, String tool, @Nullable Duration declared) {
    lock.lock();
    try {
      var history = tools.get(tool);
      if (history != null && history.runs() >= FEWEST) {
        return history.survival(time) >= HARDLY_ANY;
      }
      return declared != null && declared.compareTo(time) > 0;
    } finally {
      lock.unlock();
    }
  }

  /** The runs of one tool. */
  private static final class History {
    private static final int BUCKETS = 90;
    private static final double FIRST_SECONDS = 0.01;
    private static final double GROWTH = Math.log(1.2);

    /** A later run weighs more than the one before, so that no weight has to be reduced. */
    private static final double STEP = Math.pow(2, 1 / 200.0);

    private static final double LARGEST_WEIGHT = 1e100;

    private final double[] ended = new double[BUCKETS];
    private final double[] cut = new double[BUCKETS];
    private double weight = 1;
    private double sum;
    private int count;

    void add(Duration ran, boolean isCut) {
      (isCut ? cut : ended)[bucket(ran)] += weight;
      sum += weight;
      weight *= STEP;
      count = Math.min(count + 1, Integer.MAX_VALUE - 1);
      if (weight > LARGEST_WEIGHT) {
        for (int i = 0; i < BUCKETS; i++) {
          ended[i] /= weight;
          cut[i] /= weight;
        }
        sum /= weight;
        weight = 1;
      }
    }

    int runs() {
      return (int) Math.min(count, Math.round(sum / weight));
    }

    private static int bucket(Duration time) {
      double seconds = time.toNanos() / 1e9;
      double index = Math.log(seconds / FIRST_SECONDS) / GROWTH;
      return index < 0 ? 0 : (int) Math.min(BUCKETS - 1, index + 1);
    }

    /** The upper bound of a bucket, in seconds; that of the bucket before the first is zero. */
    private static double upTo(int bucket) {
      return bucket < 0 ? 0 : FIRST_SECONDS * Math.exp(GROWTH * bucket);
    }

    @Nullable Estimate estimate(Duration elapsed) {
      var half = quantile(0.5, elapsed);
      if (half == null) {
        return null;
      }
      var most = runs() >= FEWEST_FOR_TAIL ? quantile(0.9, elapsed) : null;
      return new Estimate(half, most, runs());
    }

    /**
     * The time within which that share ends of the runs that took longer than {@code elapsed}; the
     * runs of a bucket count as spread over it.
     */
    private @Nullable Duration quantile(double share, Duration elapsed) {
      double age = elapsed.toNanos() / 1e9;
      int first = bucket(elapsed);
      double from = Math.max(age, upTo(first - 1));
      if (from >= upTo(BUCKETS - 1)) {
        return null;
      }
      double counts = (upTo(first) - from) / (upTo(first) - upTo(first - 1));
      double atRisk = atRisk(first) - (1 - counts) * (ended[first] + cut[first]);
      double over = 0;
      for (int i = first; i < BUCKETS && atRisk > 0; i++) {
        double part = i == first ? counts : 1;
        double ends = (1 - over) * part * ended[i] / atRisk;
        if (over + ends >= share) {
          double at = from + (share - over) / ends * (upTo(i) - from);
          return Duration.ofNanos((long) ((at - age) * 1e9) + 1);
        }
        over += ends;
        atRisk -= part * (ended[i] + cut[i]);
        from = upTo(i);
      }
      return null;
    }

    /** The share of runs that took longer. */
    double survival(Duration time) {
      // Runs that were cut short before say nothing of so long a one.
      if (atRisk(bucket(time)) < FEWEST * weight / 2) {
        return 0;
      }
      double alive = 1;
      double atRisk = atRisk(0);
      for (int i = 0; i < bucket(time) && atRisk > 0; i++) {
        alive *= 1 - ended[i] / atRisk;
        atRisk -= ended[i] + cut[i];
      }
      return alive;
    }

    private double atRisk(int from) {
      double all = 0;
      for (int i = from; i < BUCKETS; i++) {
        all += ended[i] + cut[i];
      }
      return all;
    }
  }
}
