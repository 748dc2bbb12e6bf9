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
 * Keeps lists for a short time and has each built once, however many want it meanwhile (S4-11).
 *
 * <p>A list counts from the moment its build began, so none that is served is older than the time
 * it may be kept, save those who waited for it. A build that fails, or takes too long, fails for
 * all who wait, and nothing older is served in its place (C21). What is invalidated while it is
 * being built still goes to those who waited before that, and to none after: they wait for the
 * build that follows. So there is never more than one build of a list at once.
 *
 * <p>Concurrency: {@code lock} guards the maps, the figures and what is not final in a flight; no
 * build begins and no future completes under it.
 */
public final class ListCache<K, V> {
  /**
   * How much is kept: the lists that were asked for last.
   *
   * @param lists how many
   * @param bytes how much they may take together; one that takes more than that is kept alone
   * @param size what a list takes
   */
  public record Room<V>(int lists, long bytes, ToLongFunction<V> size) {}

  /** Builds a list. */
  @FunctionalInterface
  public interface Build<V> {
    /**
     * Begins; must not block.
     *
     * @param unwanted complete once all who waited for the list have left
     */
    CompletionStage<V> begin(CompletionStage<?> unwanted);
  }

  /** A list that was built. */
  private record Kept<V>(V value, Deadline until) {}

  /** One build, from the first who wants it to its end. */
  private static final class Flight<K, V> {
    final K key;
    final Build<V> build;
    final CompletableFuture<V> result = new CompletableFuture<>();
    final CompletableFuture<Boolean> unwanted = new CompletableFuture<>();
    long begun;

    /** How many wait for it. */
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

  /** In the order in which they were asked for. */
  @GuardedBy("lock") private final Map<K, Kept<V>> kept = new LinkedHashMap<>(16, 0.75f, true);

  @GuardedBy("lock") private final Map<K, Flight<K, V>> flights = new HashMap<>();

  @GuardedBy("lock") private ListFigures.Cache figures = ListFigures.Cache.none();

  /**
   * Begins empty.
   *
   * @param ttl how long a list is served after its build began; zero keeps and shares nothing
   * @param limit how long a build of that list may take
   * @param room how much is kept
   */
  public ListCache(Time time, Duration ttl, Function<K, Duration> limit, Room<V> room) {
    this.time = time;
    this.ttl = ttl;
    this.limit = limit;
    this.room = room;
  }

  /**
   * Returns the list of {@code key}: complete if it is there, else once it is built.
   *
   * @param build begins a build; must not block, and is not called where there is one already
   */
  public CompletionStage<V> get(K key, Supplier<? extends CompletionStage<V>> build) {
    return get(key, _ -> build.get(), new CompletableFuture<>());
  }

  /**
   * Returns the list of {@code key} likewise.
   *
   * @param gone complete once it is not waited for any more: a build that is waited for by none is
   *     told so, and fails
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
      // Those who come before it is over have a build of their own.
      flight.outdated = true;
    } finally {
      lock.unlock();
    }
    flight.unwanted.complete(true);
    settle(flight, null, new ListFailed("the list was no longer wanted"));
  }

  /** Forgets all lists: the next request gets one whose build begins after this. */
  public void invalidateAll() {
    lock.lock();
    try {
      kept.clear();
      flights.values().forEach(flight -> flight.outdated = true);
    } finally {
      lock.unlock();
    }
  }

  /** {@return what has been done so far} */
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
      // One that all have left before it began.
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

  /** What was built anew and is the same as before is kept as it lies there. */
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
