package dev.belay.gateway.listing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Caches lists for a short time, with one build for all concurrent requests (S4-11).
 *
 * <p>The age of a list counts from the beginning of its build, so no cached list is served beyond
 * its time to live. A build that fails or exceeds its limit fails for all its waiters, and no older
 * list is served instead (C21). A list invalidated during its build still goes to its earlier
 * waiters; later ones wait for the build that follows. So a list never has more than one build at
 * once.
 *
 * <p>Concurrency: {@code lock} guards the maps, the figures and the mutable state of flights; no
 * build begins and no future completes under it.
 */
public final class ListCache<K, V> {
  /**
   * The capacity: the most recently requested lists are kept.
   *
   * @param lists their maximum number
   * @param bytes their maximum total size; a single larger list is kept alone
   * @param size computes the size of a list
   */
  public record Room<V>(int lists, long bytes, ToLongFunction<V> size) {}

  /** Builds a list. */
  @FunctionalInterface
  public interface Build<V> {
    /**
     * Begins the build; must not block.
     *
     * @param unwanted completes once all waiters have left
     */
    CompletionStage<V> begin(CompletionStage<?> unwanted);
  }

  /** A list that was built. */
  private record Kept<V>(V value, Deadline until) {}

  /** One build, from its first request to its end. */
  private static final class Flight<K, V> {
    final K key;
    final Build<V> build;
    final CompletableFuture<V> result = new CompletableFuture<>();
    final CompletableFuture<Boolean> unwanted = new CompletableFuture<>();
    long begun;

    /** The number of waiters. */
    long wanted = 1;

    boolean outdated;
    boolean over;
    Time.@Nullable Timer limit;
    @Nullable Flight<K, V> next;

    Flight(K key, Build<V> build) {
      this.key = key;
      this.build = build;
    }
  }

  private final Time time;
  private final Duration ttl;
  private final Function<K, Duration> limit;
  private final Room<V> room;
  private final ReentrantLock lock = new ReentrantLock();

  /** In access order. */
  @GuardedBy("lock") private final Map<K, Kept<V>> kept = new LinkedHashMap<>(16, 0.75f, true);

  @GuardedBy("lock") private final Map<K, Flight<K, V>> flights = new HashMap<>();

  @GuardedBy("lock") private ListFigures.Cache figures = ListFigures.Cache.none();

  /**
   * Creates an empty cache.
   *
   * @param ttl how long a list is served after its build began; zero caches and shares nothing
   * @param limit the time limit of a build, by key
   * @param room the capacity
   */
  public ListCache(Time time, Duration ttl, Function<K, Duration> limit, Room<V> room) {
    this.time = time;
    this.ttl = ttl;
    this.limit = limit;
    this.room = room;
  }

  /**
   * Returns the list of {@code key}: at once if it is cached, else once it is built.
   *
   * @param build begins a build; must not block; not called if the list is cached or being built
   */
  public CompletionStage<V> get(K key, Supplier<? extends CompletionStage<V>> build) {
    return get(key, _ -> build.get(), new CompletableFuture<>());
  }

  /**
   * Returns the list of {@code key} likewise.
   *
   * @param gone completes once the caller no longer waits: a build without waiters is notified, and
   *     fails
   */
  public CompletionStage<V> get(K key, Build<V> build, CompletionStage<?> gone) {
    var joined = join(key, build);
    if (!joined.result.isDone()) {
      var _ = gone.thenRun(() -> leave(joined));
    }
    return joined.result;
  }

  private Flight<K, V> join(K key, Build<V> build) {
    var flight = new Flight<K, V>(key, build);
    lock.lock();
    try {
      var there = kept.get(key);
      if (there != null && !there.until.isDue(time.nanos())) {
        figures = figures.withHits(1);
        flight.result.complete(there.value);
        return flight;
      }
      var running = ttl.isZero() ? null : flights.get(key);
      if (running != null) {
        return joinLocked(running, flight);
      }
      if (!ttl.isZero()) {
        flights.put(key, flight);
      }
    } finally {
      lock.unlock();
    }
    begin(flight);
    return flight;
  }

  @GuardedBy("lock") private Flight<K, V> joinLocked(Flight<K, V> running, Flight<K, V> fresh) {
    var wanted = running.outdated ? running.next : running;
    if (wanted == null || wanted.over) {
      running.next = fresh;
      return fresh;
    }
    wanted.wanted++;
    return wanted;
  }

  private void leave(Flight<K, V> flight) {
    lock.lock();
    try {
      if (--flight.wanted > 0 || flight.over) {
        return;
      }
      // Requests that arrive before it is over get another build.
      flight.outdated = true;
    } finally {
      lock.unlock();
    }
    flight.unwanted.complete(true);
    settle(flight, null, new ListFailed("the list was no longer wanted"));
  }

  /** Discards all lists: the next request gets a list whose build begins after this call. */
  public void invalidateAll() {
    lock.lock();
    try {
      kept.clear();
      flights.values().forEach(flight -> flight.outdated = true);
    } finally {
      lock.unlock();
    }
  }

  /** {@return the figures so far} */
  public ListFigures.Cache figures() {
    lock.lock();
    try {
      return figures;
    } finally {
      lock.unlock();
    }
  }

  private void begin(Flight<K, V> flight) {
    lock.lock();
    try {
      flight.begun = time.nanos();
    } finally {
      lock.unlock();
    }
    var most = limit.apply(flight.key);
    var why = "the list was not there within " + most.toMillis() + " ms";
    var timer = time.after(most, () -> settle(flight, null, new ListFailed(why)));
    lock.lock();
    try {
      flight.limit = timer;
    } finally {
      lock.unlock();
    }
    try {
      var _ =
          flight
              .build
              .begin(flight.unwanted)
              .whenComplete((value, failure) -> settle(flight, value, failure));
    } catch (RuntimeException e) {
      settle(flight, null, e);
    }
  }

  private void settle(Flight<K, V> flight, @Nullable V value, @Nullable Throwable failure) {
    Flight<K, V> next;
    Time.Timer timer;
    lock.lock();
    try {
      if (flight.over) {
        return;
      }
      flight.over = true;
      timer = flight.limit;
      boolean keeps = value != null && !flight.outdated && !ttl.isZero();
      if (value != null && keeps) {
        keepLocked(flight.key, value, Deadline.after(flight.begun, ttl));
      }
      // A next build that all its waiters have left is over before it began.
      next = flight.next == null || flight.next.over ? null : flight.next;
      if (next != null) {
        flights.put(flight.key, next);
      } else {
        flights.remove(flight.key, flight);
      }
      var took = time.nanos() - flight.begun;
      if (flight.wanted > 0) {
        figures = figures.withBuild(value != null, keeps, flight.wanted - 1, took);
      }
    } finally {
      lock.unlock();
    }
    if (timer != null) {
      timer.close();
    }
    if (value != null) {
      flight.result.complete(value);
    } else {
      flight.result.completeExceptionally(reason(failure));
    }
    if (next != null) {
      begin(next);
    }
  }

  /** If the new list equals the earlier one, the earlier instance is kept. */
  @GuardedBy("lock") private void keepLocked(K key, V value, Deadline until) {
    var before = kept.remove(key);
    long now = time.nanos();
    kept.values().removeIf(old -> old.until.isDue(now));
    var there = before != null && before.value.equals(value) ? before.value : value;
    kept.put(key, new Kept<>(there, until));
    long bytes = 0;
    for (var one : kept.values()) {
      bytes += room.size.applyAsLong(one.value);
    }
    var eldest = kept.values().iterator();
    while (kept.size() > room.lists || (bytes > room.bytes && kept.size() > 1)) {
      bytes -= room.size.applyAsLong(eldest.next().value);
      eldest.remove();
    }
  }

  private static Throwable reason(@Nullable Throwable failure) {
    if (failure == null) {
      return new ListFailed("there is no list");
    }
    var cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
