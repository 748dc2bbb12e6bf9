package dev.belay.core.job;

import dev.belay.core.job.Estimator.Estimate;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long the runs of one kind took: a histogram of 90 logarithmic buckets from 10 ms to 37 h,
 * whose older runs count less, half after 200 runs.
 *
 * <p>A run that a limit or a cancellation ended is <em>censored</em>: it would have taken longer,
 * and the estimate is that of Kaplan and Meier. For one thread at a time.
 */
final class RunHistory {
  /** Fewer runs than these say nothing. */
  static final int FEWEST = 8;

  /** Fewer runs than these say nothing of the slowest tenth. */
  private static final int FEWEST_FOR_TAIL = 20;

  private static final int BUCKETS = 90;
  private static final double FIRST_SECONDS = 0.01;
  private static final double GROWTH = Math.log(1.2);

  /** A later run weighs more than the one before, so that no weight has to be reduced. */
  private static final double STEP = Math.pow(2, 1 / 200.0);

  private static final double LARGEST_WEIGHT = 1e100;

  /** The form of {@link #bytes}. */
  private static final byte VERSION = 1;

  /** What one bucket takes in that form. */
  private static final int ENTRY = 1 + 2 * Float.BYTES;

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
      scale(1 / weight);
      weight = 1;
    }
  }

  private void scale(double by) {
    for (int i = 0; i < BUCKETS; i++) {
      ended[i] *= by;
      cut[i] *= by;
    }
    sum *= by;
  }

  /** Adds runs that came before these. */
  void addEarlier(RunHistory earlier) {
    // The weight of the newest of them, had they been added here.
    double by = weight / earlier.weight * Math.pow(STEP, -count);
    for (int i = 0; i < BUCKETS; i++) {
      ended[i] += by * earlier.ended[i];
      cut[i] += by * earlier.cut[i];
    }
    sum += by * earlier.sum;
    count = (int) Math.min((long) count + earlier.count, Integer.MAX_VALUE - 1);
  }

  /** {@return the last bucket that has a run} */
  int longest() {
    int last = BUCKETS - 1;
    while (last > 0 && ended[last] + cut[last] == 0) {
      last--;
    }
    return last;
  }

  int runs() {
    return (int) Math.min(count, Math.round(sum / weight));
  }

  /** {@return this, to be kept: buckets of no run are left out} */
  byte[] bytes() {
    int entries = 0;
    for (int i = 0; i < BUCKETS; i++) {
      entries += ended[i] + cut[i] > 0 ? 1 : 0;
    }
    var to = ByteBuffer.allocate(1 + Integer.BYTES + entries * ENTRY);
    to.put(VERSION).putInt(count);
    for (int i = 0; i < BUCKETS; i++) {
      if (ended[i] + cut[i] > 0) {
        to.put((byte) i).putFloat((float) (ended[i] / weight)).putFloat((float) (cut[i] / weight));
      }
    }
    return to.array();
  }

  /** {@return what {@link #bytes} gave; null for anything else, such as another version's} */
  static @Nullable RunHistory of(byte[] bytes) {
    int head = 1 + Integer.BYTES;
    if (bytes.length < head || bytes[0] != VERSION || (bytes.length - head) % ENTRY != 0) {
      return null;
    }
    var from = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
    var made = new RunHistory();
    made.count = from.getInt();
    while (from.hasRemaining()) {
      int bucket = from.get();
      float ended = from.getFloat();
      float cut = from.getFloat();
      if (bucket < 0 || bucket >= BUCKETS || !isWeight(ended) || !isWeight(cut)) {
        return null;
      }
      made.ended[bucket] += ended;
      made.cut[bucket] += cut;
      made.sum += (double) ended + cut;
    }
    return made.count < 0 ? null : made;
  }

  private static boolean isWeight(float value) {
    // All runs together weigh less than 300.
    return value >= 0 && value < 1_000;
  }

  static int bucket(Duration time) {
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

  /** The share of runs that surely took longer: those of the moment's own bucket may not have. */
  double survival(Duration time) {
    // Runs that were cut short before say nothing of so long a one.
    if (atRisk(bucket(time)) < FEWEST * weight / 2) {
      return 0;
    }
    double alive = 1;
    double atRisk = atRisk(0);
    for (int i = 0; i <= bucket(time) && atRisk > 0; i++) {
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
