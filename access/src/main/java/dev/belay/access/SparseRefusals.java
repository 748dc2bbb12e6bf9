package dev.belay.access;

import dev.belay.config.Rate;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Passes on a few refusals of each kind and principal, and says with the next how many it left out:
 * whoever is refused a thousand times a second must not fill what keeps refusals. Safe for use by
 * many threads.
 */
public final class SparseRefusals implements Refusals {
  /** So many at once, and one more each six seconds. */
  static final Rate MOST = new Rate(10, Duration.ofMinutes(1));

  private record Who(String what, String principal) {}

  private final Refusals to;
  private final Buckets<Who> passed;

  /** As many as there are buckets; what finds no room shares one, as there. */
  private final Map<Who, AtomicLong> leftOut = new ConcurrentHashMap<>();

  private static final Who OTHERS = new Who("", "");

  /** Begins without refusals. */
  public SparseRefusals(Refusals to, Time time) {
    this.to = to;
    this.passed = new Buckets<>(time);
  }

  @Override
  public void refused(String what, String principal, String reason) {
    var who = new Who(what, principal);
    if (!passed.take(who, MOST).isZero()) {
      counter(who).incrementAndGet();
      return;
    }
    var counter = leftOut.remove(who);
    long more = counter == null ? 0 : counter.get();
    to.refused(what, principal, more == 0 ? reason : reason + "; and " + more + " more before");
  }

  private AtomicLong counter(Who who) {
    var key = leftOut.size() < Buckets.MOST || leftOut.containsKey(who) ? who : OTHERS;
    return leftOut.computeIfAbsent(key, _ -> new AtomicLong());
  }
}
