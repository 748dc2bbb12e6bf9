package dev.belay.tools.share;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.belay.core.time.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Cache of valid results, bounded in number and in bytes. Safe for use by many threads. */
final class Shelf<K, R> {
  /** The maximum number of results. */
  static final int MOST = 1_000;

  static final int MOST_BYTES = 32 * 1024 * 1024;

  /** A longer result is not kept, since it would displace many. */
  static final int LONGEST = 1024 * 1024;

  private record Placed<R>(Kept<R> kept, long at, Duration ttl) {}

  private final Time time;
  private final Cache<K, Placed<R>> placed;

  Shelf(Time time) {
    this.time = time;
    placed =
        Caffeine.newBuilder()
            // On the calling thread: maintenance is short, and needs no pool.
            .executor(Runnable::run)
            .ticker(time::nanos)
            .maximumWeight(MOST_BYTES)
            // One bound for both number and bytes: a small result weighs as much as the largest
            // number of them allows.
            .weigher((K _, Placed<R> one) -> Math.max(one.kept.bytes(), MOST_BYTES / MOST + 1))
            .expireAfter(Expiry.writing((K _, Placed<R> one) -> one.ttl))
            .build();
  }

  /**
   * {@return a valid result; null for none}
   *
   * @param ttl valid now, which may be shorter than when the result was kept
   */
  @Nullable Kept<R> get(K key, Duration ttl) {
    var found = placed.getIfPresent(key);
    return found == null || time.nanos() - found.at >= ttl.toNanos() ? null : found.kept;
  }

  void put(K key, Kept<R> kept, Duration ttl) {
    if (kept.bytes() <= LONGEST) {
      placed.put(key, new Placed<>(kept, time.nanos(), ttl));
    }
  }

  void clear() {
    placed.invalidateAll();
  }

  long size() {
    placed.cleanUp();
    return placed.estimatedSize();
  }
}
