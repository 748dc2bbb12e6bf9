package dev.belay.tools.share;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Results shared by several calls (S4-64, C27): of running calls, and of recent ones.
 *
 * <p>Safe for use by many threads: the call whose thread puts a flight into the map runs. A flight
 * makes room for its result in one step of the map, so that the next call finds one or the other.
 *
 * @param <K> identity of a result
 * @param <P> progress of a call
 * @param <R> result of a call
 */
public final class SharedResults<K, P, R> {
  private final Shelf<K, R> shelf;
  private final Map<K, SingleFlight<P, R>> flights = new ConcurrentHashMap<>();

  /** Creates an empty set. */
  public SharedResults(Time time) {
    shelf = new Shelf<>(time);
  }

  /**
   * {@return the way of a call to its result}
   *
   * @param ttl for which a result is valid
   * @param own the call's own flight, for others to join if it has to run
   * @param hearer receives progress, if the call waits for another
   */
  Acquisition<P, R> way(K key, Duration ttl, SingleFlight<P, R> own, Consumer<P> hearer) {
    while (true) {
      var kept = shelf.get(key, ttl);
      if (kept != null) {
        return new Acquisition.Found<>(kept);
      }
      var running =
          flights.compute(
              key, (_, other) -> other == null && shelf.get(key, ttl) == null ? own : other);
      if (own.equals(running)) {
        return new Acquisition.Running<>(own);
      }
      var waiter = running == null ? null : running.join(hearer);
      if (waiter != null) {
        return new Acquisition.Joined<>(waiter);
      }
    }
  }

  /**
   * Ends the flight of a call that ran.
   *
   * @param ttl for which its result is valid for others; zero keeps none
   */
  void landed(K key, SingleFlight<P, R> flight, FlightResult<R> how, Duration ttl) {
    if (how instanceof FlightResult.Landed<R>(var kept) && ttl.isPositive()) {
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

  /** Withdraws a running call from sharing. */
  void alone(K key, SingleFlight<P, R> flight) {
    end(key, flight, new FlightResult.Alone<>());
  }

  /** Withdraws running calls from sharing. */
  public void alone(Predicate<K> which) {
    for (var entry : List.copyOf(flights.entrySet())) {
      if (which.test(entry.getKey())) {
        alone(entry.getKey(), entry.getValue());
      }
    }
  }

  private void end(K key, SingleFlight<P, R> flight, FlightResult<R> how) {
    flights.remove(key, flight);
    flight.land(how);
  }

  /** Drops kept results; running calls go on for their waiters, and their results are not kept. */
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

  /** {@return the number of kept results} */
  public long size() {
    return shelf.size();
  }
}
