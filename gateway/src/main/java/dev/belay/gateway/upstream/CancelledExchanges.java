package dev.belay.gateway.upstream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cancelled requests: later messages about them are dropped, but observed (C33).
 *
 * <p>A well-behaved server never answers them, so only the newest {@link #MOST} are kept, each by
 * its listener alone, which must not hold the request: that may be large.
 *
 * <p>Guarded by the lock of its connection.
 */
final class CancelledExchanges {
  private static final int MOST = 1_024;

  /**
   * How long a silent request counts as running: a call that is silent for as long is given up too.
   */
  private static final Duration SILENCE = Duration.ofMinutes(5);

  private final Map<Long, UpstreamExchange> byId = new LinkedHashMap<>();

  /** Requests that were sent and not answered. */
  private final Map<Long, Running> running = new LinkedHashMap<>();

  /**
   * A cancelled request that may still run.
   *
   * @param since the time of its cancellation
   * @param heard the time of its server's last message about it; equal to {@code since} before the
   *     first
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

  /** Adds a request that its server has received and may continue. */
  void addRunning(long id, UpstreamExchange exchange, long now) {
    add(id, exchange);
    running.put(id, new Running(now, now));
  }

  /** Records a further message about a request; returns its exchange, or null. */
  @Nullable UpstreamExchange heard(long id, long now) {
    var exchange = byId.get(id);
    if (exchange != null && exchange.asker() != null) {
      // Includes a request that counted as stopped: it was not.
      var known = running.get(id);
      long since = known == null ? now - SILENCE.toNanos() : known.since();
      running.put(id, new Running(since, now));
    }
    return exchange;
  }

  /**
   * The grace is over and the server responsive, so a request without later messages counts as
   * stopped: servers do not confirm a cancellation.
   */
  void obeyed(long id) {
    running.computeIfPresent(id, (_, known) -> known.heard() == known.since() ? null : known);
  }

  /** No answer will come: the request no longer runs. */
  void over(long id) {
    running.remove(id);
  }

  /**
   * {@return the requests that may still run, in the order of their cancellation}
   *
   * @param grace the time that a server has to obey
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
