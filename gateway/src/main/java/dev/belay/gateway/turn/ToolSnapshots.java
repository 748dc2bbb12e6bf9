package dev.belay.gateway.turn;

import dev.belay.core.time.Time;
import dev.belay.gateway.call.ToolLists;
import dev.belay.gateway.listing.ListCache;
import dev.belay.gateway.listing.ListFailed;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots of the lists of tools, for turns: refreshed from time to time and not by each turn
 * (S4-12).
 *
 * <p>Each principal has its own list; concurrent requests for it share one build, whose failure
 * affects them alone. Safe for use by many threads.
 */
final class ToolSnapshots {
  private static final int MOST_PRINCIPALS = 1_000;
  private static final long MOST_BYTES = 64L << 20;

  /** The limit of waiting for a list. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final ToolLists lists;
  private final Supplier<Duration> ttl;
  private final Time time;
  private final AtomicLong names = new AtomicLong();
  private final AtomicReference<@Nullable Kept> kept = new AtomicReference<>();

  /** The cache for one time to live. */
  private record Kept(Duration ttl, ListCache<String, ToolSnapshot> cache) {}

  /**
   * Starts without lists.
   *
   * @param ttl how long a list is used, as configured now; zero uses each list once
   */
  ToolSnapshots(ToolLists lists, Supplier<Duration> ttl, Time time) {
    this.lists = lists;
    this.ttl = ttl;
    this.time = time;
  }

  /**
   * Returns the tools that {@code principal} sees.
   *
   * @throws ListFailed if the list cannot be obtained in time
   */
  ToolSnapshot of(String principal) throws ListFailed, InterruptedException {
    var asker = new TurnAsker(principal, "turn-tools-" + names.incrementAndGet());
    var list = cache().get(principal, () -> lists.tools(asker).thenApply(ToolSnapshot::of));
    while (!time.await(list, LIMIT)) {
      // The build itself has a limit.
    }
    try {
      return list.toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof ListFailed failed
          ? failed
          : new ListFailed("the list cannot be had: " + e.getCause());
    }
  }

  /** Discards all lists: the servers may have changed. */
  void forget() {
    kept.set(null);
  }

  private ListCache<String, ToolSnapshot> cache() {
    var now = ttl.get();
    var known = kept.get();
    if (known != null && known.ttl.equals(now)) {
      return known.cache;
    }
    var room = new ListCache.Room<>(MOST_PRINCIPALS, MOST_BYTES, ToolSnapshot::size);
    var made = new Kept(now, new ListCache<>(time, now, _ -> LIMIT, room));
    return kept.compareAndSet(known, made) ? made.cache : cache();
  }
}
