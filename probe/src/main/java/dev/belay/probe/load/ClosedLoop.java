package dev.belay.probe.load;

import dev.belay.probe.load.Tally.Recording;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Load as a fixed number of clients make it: each asks anew once it has its answer. */
public final class ClosedLoop {
  private final Site site;

  /** Prepares load from there. */
  public ClosedLoop(Site site) {
    this.site = site;
  }

  /**
   * Makes {@code total} attempts, {@code concurrency} at once, and blocks until the last has ended.
   *
   * @param onCount hears how many have ended; called by many threads
   */
  public Measurement run(Attempt attempt, int concurrency, int total, IntConsumer onCount) {
    var tally = new Tally(new Recording.Exact(), concurrency, site, onCount);
    var next = new AtomicInteger();
    var clients = new AtomicInteger(Math.min(concurrency, total));
    var ended = new CompletableFuture<@Nullable Void>();
    long start = site.time().nanos();
    for (int i = clients.get(); i > 0; i--) {
      site.threads()
          .newThread(() -> {
            try {
              while (tally.stopped() == null && next.getAndIncrement() < total) {
                one(attempt, tally);
              }
            } finally {
              if (clients.decrementAndGet() == 0) {
                ended.complete(null);
              }
            }
          })
          .start();
    }
    if (total > 0) {
      ended.join();
    }
    return tally.sum(Duration.ofNanos(site.time().nanos() - start), total);
  }

  private void one(Attempt attempt, Tally tally) {
    tally.begin();
    long begun = site.time().nanos();
    var fault = fault(attempt);
    tally.end(fault, site.time().nanos() - begun);
  }

  /** {@return why it failed; also where it threw, which must not look like fewer attempts} */
  static @Nullable String fault(Attempt attempt) {
    try {
      return attempt.run();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return "interrupted";
    } catch (RuntimeException e) {
      return "a defect in Belay: " + e;
    }
  }
}
