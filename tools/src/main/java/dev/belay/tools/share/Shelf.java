package dev.belay.tools.share;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.belay.core.time.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Results that still hold: so many, and so many bytes. Safe for use by many threads. */
final class Shelf {
  /** How many there are at most. */
  static final int MOST = 1_000;

  static final int MOST_BYTES = 32 * 1024 * 1024;

  /** A longer one is not kept: it would take the place of many. */
  static final int LONGEST = 1024 * 1024;

  private record Placed(KeptResult result, Duration ttl) {}

  private final Cache<ResultKey, Placed> placed;

  Shelf(Time time) {
    placed =
        Caffeine.newBuilder()
            // On the thread that looks: what is to be done is little, and needs no pool.
            .executor(Runnable::run)
            .ticker(time::nanos)
            .maximumWeight(MOST_BYTES)
            // One bound for both: a small result weighs as much as the most of them may.
            .weigher(
                (ResultKey _, Placed one) -> Math.max(one.result.bytes(), MOST_BYTES / MOST + 1))
            .expireAfter(Expiry.writing((ResultKey _, Placed one) -> one.ttl))
            .build();
  }

  @Nullable KeptResult get(ResultKey key) {
    var found = placed.getIfPresent(key);
    return found == null ? null : found.result;
  }

  void put(ResultKey key, KeptResult result, Duration ttl) {
    if (result.bytes() <= LONGEST) {
      placed.put(key, new Placed(result, ttl));
    }
  }

  long size() {
    placed.cleanUp();
    return placed.estimatedSize();
  }
}
