package dev.belay.tools.share;

import dev.belay.core.call.Call;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The results that more than one call may have (S4-64, C27): of calls that run, and of calls that
 * have ended of late.
 *
 * <p>Safe for use by many threads: whoever puts a flight into the map runs the tool.
 */
public final class SharedResults {
  private final Shelf shelf;
  private final Map<ResultKey, Flight> flights = new ConcurrentHashMap<>();

  /** Begins with none. */
  public SharedResults(Time time) {
    shelf = new Shelf(time);
  }

  /** {@return a result that holds now; null if there is none} */
  public @Nullable KeptResult kept(ResultKey key) {
    return shelf.get(key);
  }

  /**
   * {@return how {@code call} comes by its result}
   *
   * @param hearer hears of progress, if the call waits with another
   */
  public Way way(ResultKey key, Call call, Hearer hearer) {
    while (true) {
      var kept = shelf.get(key);
      if (kept != null) {
        return new Way.Kept(kept);
      }
      var running = flights.get(key);
      if (running != null && running.join(hearer)) {
        return new Way.Joined(running);
      }
      var fresh = new Flight(call);
      boolean isFirst =
          running == null
              ? flights.putIfAbsent(key, fresh) == null
              : flights.replace(key, running, fresh);
      if (isFirst) {
        // The other party: a call that has ended, and put its result there, in between.
        var late = shelf.get(key);
        if (late == null) {
          return new Way.Running(fresh);
        }
        end(key, fresh, new Landing.Again());
        return new Way.Kept(late);
      }
    }
  }

  /**
   * A call that ran the tool has ended.
   *
   * @param ttl how long a success holds for others
   */
  public void landed(ResultKey key, Flight flight, Landing how, Duration ttl) {
    if (how instanceof Landing.Landed(KeptResult result)
        && !result.result().isError()
        && !flight.hasLanded()) {
      // Before it lands: who comes next finds the one or the other.
      shelf.put(key, result, ttl);
    }
    end(key, flight, how);
  }

  /** A call that runs the tool turns out to be of no use to others. */
  public void alone(ResultKey key, Flight flight) {
    end(key, flight, new Landing.Alone());
  }

  private void end(ResultKey key, Flight flight, Landing how) {
    flights.remove(key, flight);
    flight.land(how);
  }

  /** {@return how many results are kept} */
  public long size() {
    return shelf.size();
  }
}
