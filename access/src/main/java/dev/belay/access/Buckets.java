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
 * Token buckets by key, at most {@link #MOST}.
 *
 * <p>If there are too many, full ones are dropped, which changes nothing; keys that then find no
 * room share a bucket. Safe for use by many threads.
 *
 * @param <K> the type of keys
 */
final class Buckets<K> {
  static final int MOST = 10_000;

  /** The shortest interval between searches for full buckets. */
  private static final Duration SWEEP = Duration.ofSeconds(1);

  private final Meter meter;
  private final Map<Kept<K>, Bucket> buckets = new ConcurrentHashMap<>();
  private final Map<Rate, Bucket> shared = new ConcurrentHashMap<>();
  private final AtomicLong sweptAt;

  Buckets(Time time) {
    this.meter = new Meter(time);
    this.sweptAt = new AtomicLong(time.nanos() - SWEEP.toNanos());
  }

  /** The key of a bucket: another rate is another bucket, so a changed rate holds at once. */
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

  /** {@return zero if one token was taken, otherwise the time until it could be} */
  Duration take(K key, Rate rate) {
    return take(key, rate, 1);
  }

  /**
   * Takes {@code times} tokens, all or none; returns zero if they were taken, otherwise the time
   * until they could be. A number beyond the capacity counts as the capacity.
   */
  Duration take(K key, Rate rate, int times) {
    var probe =
        bucket(new Kept<>(key, rate)).tryConsumeAndReturnRemaining(Math.min(times, rate.count()));
    return probe.isConsumed()
        ? Duration.ZERO
        : Duration.ofNanos(Math.max(1, probe.getNanosToWaitForRefill()));
  }

  /** {@return the number of buckets} */
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
