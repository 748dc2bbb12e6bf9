package dev.belay.access;

import dev.belay.config.Rate;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Passes on a few refusals of each kind and principal, and reports with the next how many were left
 * out: a thousand refusals a second must not fill the audit log. Safe for use by many threads.
 */
public final class SparseRefusals implements Refusals {
  /** This burst, and then one every six seconds. */
  static final Rate MOST = new Rate(10, Duration.ofMinutes(1));

  private record Who(String what, String principal) {}

  private final Refusals to;
  private final Buckets<Who> passed;

  /** As many as there are buckets; others share one counter, as they share a bucket. */
  private final Map<Who, AtomicLong> leftOut = new ConcurrentHashMap<>();

  private static final Who OTHERS = new Who("", "");

  /** Creates a filter that has seen no refusals. */
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
