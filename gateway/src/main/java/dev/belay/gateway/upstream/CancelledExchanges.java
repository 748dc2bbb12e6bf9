package dev.belay.gateway.upstream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests that were taken back: what their server still says about them is dropped, but noticed
 * (C33).
 *
 * <p>A well-behaved server never answers them, so only the newest {@link #MOST} are remembered, and
 * of each only who hears of it: that one must not hold the request itself, which may be large.
 *
 * <p>The lock of its connection guards it.
 */
final class CancelledExchanges {
  private static final int MOST = 1_024;

  /**
   * How long a request counts as running of which nothing is heard: a call that is as silent for so
   * long is given up too.
   */
  private static final Duration SILENCE = Duration.ofMinutes(5);

  private final Map<Long, UpstreamExchange> byId = new LinkedHashMap<>();

  /** Those that were sent and have no answer. */
  private final Map<Long, Running> running = new LinkedHashMap<>();

  /**
   * What may still run.
   *
   * @param since when it was taken back
   * @param heard when its server last said something of it; the same if it has not since
   */
  private record Running(long since, long heard) {}

  void add(long id, UpstreamExchange exchange) {
    byId.put(id, exchange);
    if (byId.size() > MOST) {
      var eldest = byId.keySet().iterator().next();
      byId.remove(eldest);
      running.remove(eldest);
    }
  }

  /** Adds one that its server has, and may go on with. */
  void addRunning(long id, UpstreamExchange exchange, long now) {
    add(id, exchange);
    running.put(id, new Running(now, now));
  }

  /** Its server still says something of it: returns the exchange to be told, or null. */
  @Nullable UpstreamExchange heard(long id, long now) {
    var exchange = byId.get(id);
    if (exchange != null && exchange.asker() != null) {
      // Also one that counted as stopped: it was not.
      var known = running.get(id);
      long since = known == null ? now - SILENCE.toNanos() : known.since();
      running.put(id, new Running(since, now));
    }
    return exchange;
  }

  /**
   * Its server has had its time and shows life, so it counts as stopped while nothing is heard of
   * it: no server says that it has obeyed.
   */
  void obeyed(long id) {
    running.computeIfPresent(id, (_, known) -> known.heard() == known.since() ? null : known);
  }

  /** Its server is done with it after all. */
  void over(long id) {
    running.remove(id);
  }

  /**
   * {@return those that may still run, in the order in which they were taken back}
   *
   * @param grace how long a server may take to obey
   */
  List<StillRunning> running(long now, Duration grace) {
    running.values().removeIf(known -> now - known.heard() >= SILENCE.toNanos());
    var all = new ArrayList<StillRunning>();
    running.forEach((id, known) -> {
      var exchange = byId.get(id);
      var asker = exchange == null ? null : exchange.asker();
      if (asker != null) {
        all.add(new StillRunning(asker, now - known.since() < grace.toNanos()));
      }
    });
    return all;
  }

  @Nullable UpstreamExchange get(long id) {
    return byId.get(id);
  }

  @Nullable UpstreamExchange remove(long id) {
    running.remove(id);
    return byId.remove(id);
  }
}
