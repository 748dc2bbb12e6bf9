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
 * What tools there are, for turns: asked for once in a while and not by each turn (S4-12).
 *
 * <p>Each principal has a list of its own; whoever wants one that is being asked for waits for the
 * same answer, and one that cannot be had fails for those alone. Safe for use by many threads.
 */
final class ToolSnapshots {
  private static final int MOST_PRINCIPALS = 1_000;
  private static final long MOST_BYTES = 64L << 20;

  /** What comes later is not waited for. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final ToolLists lists;
  private final Supplier<Duration> ttl;
  private final Time time;
  private final AtomicLong names = new AtomicLong();
  private final AtomicReference<@Nullable Kept> kept = new AtomicReference<>();

  /** What is kept, as long as it is to be kept for that long. */
  private record Kept(Duration ttl, ListCache<String, ToolSnapshot> cache) {}

  /**
   * Has asked for nothing yet.
   *
   * @param ttl how long a list is gone by, as configured now; zero is not at all
   */
  ToolSnapshots(ToolLists lists, Supplier<Duration> ttl, Time time) {
    this.lists = lists;
    this.ttl = ttl;
    this.time = time;
  }

  /**
   * Returns the tools that {@code principal} sees.
   *
   * @throws ListFailed if the list cannot be had, or not in time
   */
  ToolSnapshot of(String principal) throws ListFailed, InterruptedException {
    var asker = new TurnAsker(principal, "turn-tools-" + names.incrementAndGet());
    var list = cache().get(principal, () -> lists.tools(asker).thenApply(ToolSnapshot::of));
    while (!time.await(list, LIMIT)) {
      // The one that is being built has a limit.
    }
    try {
      return list.toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof ListFailed failed
          ? failed
          : new ListFailed("the list cannot be had: " + e.getCause());
    }
  }

  /** Forgets all: there may be other servers now. */
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
