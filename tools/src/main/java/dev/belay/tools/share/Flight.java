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
 * One call that runs, and the others that wait for the same result: as waiters of the call, which
 * goes on for as long as it has any. Safe for use by many threads.
 *
 * @param <P> what is heard of its progress
 * @param <R> what it comes to
 */
final class Flight<P, R> {
  private final CompletableFuture<Landing<R>> landing = new CompletableFuture<>();
  private final List<Consumer<P>> hearers = new CopyOnWriteArrayList<>();
  private final Call call;
  private volatile boolean isOutdated;

  Flight(Call call) {
    this.call = call;
  }

  /** {@return the call that runs} */
  CallId of() {
    return call.id();
  }

  /**
   * {@return a call's wait with it; null if it is too late for that}
   *
   * @param hearer hears of its progress
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

  /** Tells those who wait how far it got. */
  void progressed(P progress) {
    hearers.forEach(hearer -> hearer.accept(progress));
  }

  Landing<R> await() throws InterruptedException {
    try {
      return landing.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a flight lands, and nothing else", e);
    }
  }

  /** Its result will be that of what was there before a change. */
  void outdate() {
    isOutdated = true;
  }

  boolean isOutdated() {
    return isOutdated;
  }

  /** {@return whether it has ended for those who waited, be it that it runs on for itself} */
  boolean hasLanded() {
    return landing.isDone();
  }

  /** Ends it for all who wait; the first word counts. */
  void land(Landing<R> how) {
    var _ = landing.complete(how);
  }
}
