package dev.belay.gateway.answer;

import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The answers of one server that more than one call may have (C27): of calls that run, and of calls
 * that have ended of late.
 *
 * <p>Safe for use by many threads: whoever puts a flight into the map asks the server.
 */
public final class SharedAnswers {
  private final Shelf shelf;
  private final Map<AnswerKey, Flight> flights = new ConcurrentHashMap<>();

  /** Begins with none. */
  public SharedAnswers(Time time) {
    shelf = new Shelf(time);
  }

  /**
   * {@return how a call comes by its answer}
   *
   * @param ttl how long one may hold
   * @param hearer hears of progress, if the call waits with another
   */
  public Way way(AnswerKey key, Duration ttl, Consumer<Envelope> hearer) {
    while (true) {
      var kept = shelf.get(key, ttl);
      if (kept != null) {
        return new Way.Kept(kept);
      }
      var running = flights.get(key);
      if (running != null && running.join(hearer)) {
        return new Way.Joined(running);
      }
      var fresh = new Flight();
      boolean isFirst =
          running == null
              ? flights.putIfAbsent(key, fresh) == null
              : flights.replace(key, running, fresh);
      if (isFirst) {
        // The other party: a call that has ended, and put its answer there, in between.
        var late = shelf.get(key, ttl);
        if (late == null) {
          return new Way.Asking(fresh);
        }
        end(key, fresh, new Landing.Again());
        return new Way.Kept(late);
      }
    }
  }

  /**
   * A call that asked has ended.
   *
   * @param ttl how long its answer holds for others; zero is not at all
   */
  public void landed(AnswerKey key, Flight flight, Landing how, Duration ttl) {
    if (how instanceof Landing.Answered(KeptAnswer answer)
        && ttl.isPositive()
        && !flight.hasLanded()) {
      shelf.put(key, answer, ttl);
    }
    end(key, flight, how);
  }

  private void end(AnswerKey key, Flight flight, Landing how) {
    flights.remove(key, flight);
    flight.land(how);
  }

  /**
   * A server asks a person, perhaps because of one of its calls: none of them is shared.
   *
   * @param place whose server it is
   */
  public void asked(long place) {
    for (var entry : List.copyOf(flights.entrySet())) {
      if (entry.getKey().place() == place) {
        end(entry.getKey(), entry.getValue(), new Landing.Alone());
      }
    }
  }

  /** The server's tools are others now: what they said before is forgotten. */
  public void forget() {
    shelf.clear();
  }

  /** {@return how many answers are kept} */
  public long size() {
    return shelf.size();
  }
}
