package dev.belay.observe.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Time;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Routes;
import dev.belay.observe.health.HealthSources;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /metrics}, for Prometheus. Counting begins, and its library is loaded, at the first
 * request, whose answer includes the events that the journal still has.
 *
 * <p>Concurrency: {@code lock} admits one scrape at a time; it waits for memory alone.
 */
public final class Metrics implements AutoCloseable {
  private static final List<Header> TEXT =
      List.of(
          new Header("Content-Type", "text/plain; version=0.0.4; charset=utf-8"),
          new Header("Cache-Control", "no-store"));

  private final Journal journal;
  private final HealthSources sources;
  private final Time time;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private @Nullable Meters meters;

  @GuardedBy("lock") private boolean closed;

  /** Counts nothing before the first request. */
  public Metrics(Journal journal, HealthSources sources, Time time) {
    this.journal = journal;
    this.sources = sources;
    this.time = time;
  }

  /** {@return its route, for callers admitted by {@code access}} */
  public Routes routes(Access access) {
    return Routes.none().with("GET", "/metrics", new Guarded(access, this::scrape));
  }

  private void scrape(Request request, Response response) {
    String text;
    lock.lock();
    try {
      text = closed ? "" : metersLocked().scrape();
    } finally {
      lock.unlock();
    }
    response.send(200, TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  @GuardedBy("lock") private Meters metersLocked() {
    var made = meters;
    if (made == null) {
      made = new Meters(journal, sources, time);
      made.start();
      meters = made;
    }
    return made;
  }

  /** Stops counting. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (meters != null) {
        meters.close();
        meters = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
