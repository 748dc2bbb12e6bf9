package dev.belay.tools.share;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A running call and the calls that await the same result, as waiters that keep it running. Safe
 * for use by many threads.
 *
 * @param <P> progress of the call
 * @param <R> its result
 */
final class SingleFlight<P, R> {
  private final CompletableFuture<FlightResult<R>> landing = new CompletableFuture<>();
  private final List<Consumer<P>> hearers = new CopyOnWriteArrayList<>();
  private final Call call;
  private volatile boolean isOutdated;

  SingleFlight(Call call) {
    this.call = call;
  }

  /** {@return the call that runs} */
  CallId of() {
    return call.id();
  }

  /**
   * {@return a call's wait for the result; null if it is too late to join}
   *
   * @param hearer receives progress
   */
  @Nullable Guest<P, R> join(Consumer<P> hearer) {
    if (hasLanded()) {
      return null;
    }
    hearers.add(hearer);
    return new Guest<>(this, hearer, call.attach(_ -> {}));
  }

  void leave(Consumer<P> hearer) {
    hearers.remove(hearer);
  }

  /** Passes progress on to the waiting calls. */
  void progressed(P progress) {
    hearers.forEach(hearer -> hearer.accept(progress));
  }

  FlightResult<R> await() throws InterruptedException {
    try {
      return landing.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a flight lands, and nothing else", e);
    }
  }

  /** Marks the result as that of what was there before a change. */
  void outdate() {
    isOutdated = true;
  }

  boolean isOutdated() {
    return isOutdated;
  }

  /** {@return whether it has ended for the calls that wait, even if it runs on for itself} */
  boolean hasLanded() {
    return landing.isDone();
  }

  /** Ends it for all waiting calls; the first landing counts. */
  void land(FlightResult<R> how) {
    var _ = landing.complete(how);
  }
}
