package dev.belay.observe.health;

import dev.belay.core.time.Time;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts and latencies of requests by endpoint (S4-18, S4-19), bounded in endpoints, whatever
 * clients request. Safe for use by many threads.
 */
public final class Endpoints {
  /** More than there are routes and methods; further endpoints are counted together. */
  static final int MOST = 64;

  static final String OTHERS = "other";

  private final Time time;
  private final Map<String, EndpointWindow> windows = new ConcurrentHashMap<>();

  /** The same by door and method, so that no request builds a name. */
  private final Map<String, Map<String, EndpointWindow>> doors = new ConcurrentHashMap<>();

  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger maxInFlight = new AtomicInteger();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong errors = new AtomicLong();

  /** Starts with zero counts. */
  public Endpoints(Time time) {
    this.time = time;
  }

  /** Counts a request that begins; its {@link Passing} must be ended. */
  public Passing begin(String endpoint) {
    return begin(window(endpoint));
  }

  /** Counts an MCP request of that door that begins; its {@link Passing} must be ended. */
  Passing begin(String door, String method) {
    var here = doors.get(door);
    var known = here == null ? null : here.get(method);
    return begin(known == null ? window(door, method) : known);
  }

  private Passing begin(EndpointWindow window) {
    window.begin();
    int now = inFlight.incrementAndGet();
    if (now > maxInFlight.get()) {
      maxInFlight.accumulateAndGet(now, Math::max);
    }
    return new Passing(window, time.nanos());
  }

  private EndpointWindow window(String door, String method) {
    var window = window("mcp:" + door + " " + method);
    // Callers use few doors and methods; beyond the bound, the name is built each time.
    if (doors.size() < MOST) {
      doors.computeIfAbsent(door, _ -> new ConcurrentHashMap<>()).put(method, window);
    }
    return window;
  }

  private EndpointWindow window(String endpoint) {
    var known = windows.get(endpoint);
    if (known != null) {
      return known;
    }
    var name = windows.size() < MOST - 1 ? endpoint : OTHERS;
    return windows.computeIfAbsent(name, EndpointWindow::new);
  }

  /** {@return the number of ended requests} */
  public long requests() {
    return requests.get();
  }

  /**
   * {@return the figures of all endpoints together, and of the {@code top} ones with the most
   * requests}
   */
  public Summary summary(int top) {
    var busiest =
        windows.values().stream()
            .map(EndpointWindow::figures)
            .sorted(
                Comparator.comparingLong(EndpointFigures::requests)
                    .reversed()
                    .thenComparing(EndpointFigures::endpoint))
            .limit(top)
            .toList();
    return new Summary(requests.get(), errors.get(), inFlight.get(), maxInFlight.get(), busiest);
  }

  /** Figures of all endpoints together, and of the busiest by name. */
  public record Summary(
      long requests, long errors, int inFlight, int maxInFlight, List<EndpointFigures> top) {}

  /** One request in progress. */
  public final class Passing {
    private final EndpointWindow window;
    private final long began;
    private final AtomicBoolean over = new AtomicBoolean();

    private Passing(EndpointWindow window, long began) {
      this.window = window;
      this.began = began;
    }

    /** Records the end; later calls have no effect. */
    public void end(boolean isError) {
      if (!over.compareAndSet(false, true)) {
        return;
      }
      window.end(time.nanos() - began, isError);
      inFlight.decrementAndGet();
      requests.incrementAndGet();
      if (isError) {
        errors.incrementAndGet();
      }
    }
  }
}
