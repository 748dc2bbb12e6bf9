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
 * <p>Safe for use by many threads: whoever puts a flight into the map runs.
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
      var running = flights.get(key);
      var waiter = running == null ? null : running.join(hearer);
      if (waiter != null) {
        return new Way.Joined<>(waiter);
      }
      boolean isFirst =
          running == null
              ? flights.putIfAbsent(key, own) == null
              : flights.replace(key, running, own);
      if (isFirst) {
        // The other party: a call that has ended, and put its result there, in between.
        var late = shelf.get(key, ttl);
        if (late == null) {
          return new Way.Running<>(own);
        }
        end(key, own, new Landing.Again<>());
        return new Way.Found<>(late);
      }
    }
  }

  /**
   * A call that ran has ended.
   *
   * @param ttl for how long its result holds for others; zero is not at all
   */
  void landed(K key, Flight<P, R> flight, Landing<R> how, Duration ttl) {
    if (how instanceof Landing.Landed<R>(var kept) && ttl.isPositive() && !flight.hasLanded()) {
      // Before it lands: who comes next finds the one or the other.
      shelf.put(key, kept, ttl);
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

  /** Forgets what has ended; what runs is not touched. */
  public void forget() {
    shelf.clear();
  }

  /** {@return how many results are kept} */
  public long size() {
    return shelf.size();
  }
}
