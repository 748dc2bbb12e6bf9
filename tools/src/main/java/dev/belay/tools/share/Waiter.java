package dev.belay.tools.share;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call that waits for the result of another, until it leaves. Safe for use by many threads. */
public final class Waiter<P, R> {
  private final Flight<P, R> flight;
  private final Consumer<P> hearer;
  private final AtomicBoolean hasLeft = new AtomicBoolean();

  Waiter(Flight<P, R> flight, Consumer<P> hearer) {
    this.flight = flight;
    this.hearer = hearer;
  }

  /** {@return the call that runs; null if it has not started} */
  public @Nullable CallId waitsFor() {
    return flight.of();
  }

  /**
   * Waits until the other one has ended, and leaves.
   *
   * @param self the call that waits
   * @throws InterruptedException if nobody waits for {@code self} any more
   */
  public Landing<R> await(Call self) throws InterruptedException {
    try {
      var how = flight.await();
      // The other party: its own client. By leaving, or together with the other one's, it ended
      // both calls; the end of the other must not make this one run for a client that has gone.
      if (self.outcome().isPresent()) {
        throw new InterruptedException("nobody waits any more");
      }
      return how;
    } finally {
      leave();
    }
  }

  /** Waits no more; the last one who does, of a call whose client has gone, ends it. */
  public void leave() {
    if (hasLeft.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      flight.leave(hearer);
    }
  }
}
