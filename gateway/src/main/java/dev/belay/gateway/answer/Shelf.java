package dev.belay.gateway.answer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.belay.core.time.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Answers that still hold: so many, and so many bytes. Safe for use by many threads. */
final class Shelf {
  /** How many there are at most. */
  static final int MOST = 1_000;

  static final int MOST_BYTES = 32 * 1024 * 1024;

  /** A longer one is not kept: it would take the place of many. */
  static final int LONGEST = 1024 * 1024;

  private record Placed(KeptAnswer answer, long at, Duration ttl) {}

  private final Time time;
  private final Cache<AnswerKey, Placed> placed;

  Shelf(Time time) {
    this.time = time;
    placed =
        Caffeine.newBuilder()
            // On the thread that looks: what is to be done is little, and needs no pool.
            .executor(Runnable::run)
            .ticker(time::nanos)
            .maximumWeight(MOST_BYTES)
            // One bound for both: a small answer weighs as much as the most of them may.
            .weigher(
                (AnswerKey _, Placed one) -> Math.max(one.answer.bytes(), MOST_BYTES / MOST + 1))
            .expireAfter(Expiry.creating((AnswerKey _, Placed one) -> one.ttl))
            .build();
  }

  /**
   * {@return an answer that holds; null for none}
   *
   * @param ttl how long one may hold by what is configured now
   */
  @Nullable KeptAnswer get(AnswerKey key, Duration ttl) {
    var found = placed.getIfPresent(key);
    return found == null || time.nanos() - found.at >= ttl.toNanos() ? null : found.answer;
  }

  void put(AnswerKey key, KeptAnswer answer, Duration ttl) {
    if (answer.bytes() <= LONGEST) {
      placed.put(key, new Placed(answer, time.nanos(), ttl));
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
