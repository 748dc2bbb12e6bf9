package dev.belay.access;

import dev.belay.config.Rate;
import dev.belay.core.time.Time;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Token buckets by key: a bucket for each, and no more than {@link #MOST}.
 *
 * <p>Where there are too many, those that are full again are forgotten, which changes nothing; what
 * then finds no room shares a bucket. Safe for use by many threads.
 *
 * @param <K> what is told apart
 */
final class Buckets<K> {
  static final int MOST = 10_000;

  /** How often it is looked at which are full again. */
  private static final Duration SWEEP = Duration.ofSeconds(1);

  private final Meter meter;
  private final Map<Kept<K>, Bucket> buckets = new ConcurrentHashMap<>();
  private final Map<Rate, Bucket> shared = new ConcurrentHashMap<>();
  private final AtomicLong sweptAt;

  Buckets(Time time) {
    this.meter = new Meter(time);
    this.sweptAt = new AtomicLong(time.nanos() - SWEEP.toNanos());
  }

  /** What has a bucket: another rate is another bucket, so that a changed one holds at once. */
  private record Kept<K>(K key, Rate rate) {}

  private record Meter(Time time) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return time.nanos();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }

  /** {@return zero if it may happen once more, which then counts; else how long until it may} */
  Duration take(K key, Rate rate) {
    return take(key, rate, 1);
  }

  /**
   * Returns zero if it may happen {@code times} more, which then count, all or none; else how long
   * until they may. More than the rate ever allows at once counts as that many.
   */
  Duration take(K key, Rate rate, int times) {
    var probe =
        bucket(new Kept<>(key, rate)).tryConsumeAndReturnRemaining(Math.min(times, rate.count()));
    return probe.isConsumed()
        ? Duration.ZERO
        : Duration.ofNanos(Math.max(1, probe.getNanosToWaitForRefill()));
  }

  /** {@return how many are told apart now} */
  int size() {
    return buckets.size();
  }

  private Bucket bucket(Kept<K> kept) {
    var known = buckets.get(kept);
    if (known != null) {
      return known;
    }
    if (buckets.size() >= MOST) {
      sweep();
    }
    return buckets.size() >= MOST
        ? shared.computeIfAbsent(kept.rate, this::full)
        : buckets.computeIfAbsent(kept, one -> full(one.rate));
  }

  private void sweep() {
    long now = meter.currentTimeNanos();
    long last = sweptAt.get();
    if (now - last >= SWEEP.toNanos() && sweptAt.compareAndSet(last, now)) {
      buckets
          .entrySet()
          .removeIf(one -> one.getValue().getAvailableTokens() >= one.getKey().rate.count());
    }
  }

  private Bucket full(Rate rate) {
    return Bucket.builder()
        .withCustomTimePrecision(meter)
        .addLimit(limit -> limit.capacity(rate.count()).refillGreedy(rate.count(), rate.per()))
        .build();
  }
}
