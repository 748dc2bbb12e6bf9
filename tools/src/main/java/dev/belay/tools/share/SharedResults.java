package dev.belay.tools.share;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The results that more than one call may have (S4-64, C27): of calls that run, and of calls that
 * have ended of late.
 *
 * <p>Safe for use by many threads: whoever puts a flight into the map runs. A flight makes place
 * for its result in one step of the map, so that the next call finds the one or the other.
 *
 * @param <K> what two calls have in common whose result is the same
 * @param <P> what is heard of a call's progress
 * @param <R> what a call comes to
 */
public final class SharedResults<K, P, R> {
  private final Shelf<K, R> shelf;
  private final Map<K, Flight<P, R>> flights = new ConcurrentHashMap<>();

  /** Begins with none. */
  public SharedResults(Time time) {
    shelf = new Shelf<>(time);
  }

  /**
   * {@return how a call comes by its result}
   *
   * @param ttl for how long one may hold
   * @param own the call's, for others to join if it has to run
   * @param hearer hears of progress, if the call waits with another
   */
  Way<P, R> way(K key, Duration ttl, Flight<P, R> own, Consumer<P> hearer) {
    while (true) {
      var kept = shelf.get(key, ttl);
      if (kept != null) {
        return new Way.Found<>(kept);
      }
      var running =
          flights.compute(
              key, (_, other) -> other == null && shelf.get(key, ttl) == null ? own : other);
      if (own.equals(running)) {
        return new Way.Running<>(own);
      }
      var waiter = running == null ? null : running.join(hearer);
      if (waiter != null) {
        return new Way.Joined<>(waiter);
      }
    }
  }

  /**
   * A call that ran has ended.
   *
   * @param ttl for how long its result holds for others; zero is not at all
   */
  void landed(K key, Flight<P, R> flight, Landing<R> how, Duration ttl) {
    if (how instanceof Landing.Landed<R>(var kept) && ttl.isPositive()) {
      flights.computeIfPresent(
          key,
          (_, running) -> {
            if (!running.equals(flight)) {
              return running;
            }
            if (!flight.isOutdated()) {
              shelf.put(key, kept, ttl);
            }
            return null;
          });
    }
    end(key, flight, how);
  }

  /** A call that runs turns out to be of no use to others. */
  void alone(K key, Flight<P, R> flight) {
    end(key, flight, new Landing.Alone<>());
  }

  /** Calls that run turn out to be of no use to others. */
  public void alone(Predicate<K> which) {
    for (var entry : List.copyOf(flights.entrySet())) {
      if (which.test(entry.getKey())) {
        alone(entry.getKey(), entry.getValue());
      }
    }
  }

  private void end(K key, Flight<P, R> flight, Landing<R> how) {
    flights.remove(key, flight);
    flight.land(how);
  }

  /** Forgets what has ended; what runs goes on for those who wait, and is not kept. */
  public void forget() {
    for (var key : List.copyOf(flights.keySet())) {
      flights.computeIfPresent(
          key,
          (_, running) -> {
            running.outdate();
            return running;
          });
    }
    shelf.clear();
  }

  /** {@return how many results are kept} */
  public long size() {
    return shelf.size();
  }
}
