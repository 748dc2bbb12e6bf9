package dev.belay.tools.share;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.Waiter;
import java.util.function.Consumer;

/** A call that waits for the result of another, until it leaves. Safe for use by many threads. */
final class Guest<P, R> {
  private final SingleFlight<P, R> flight;
  private final Consumer<P> hearer;
  private final Waiter place;

  Guest(SingleFlight<P, R> flight, Consumer<P> hearer, Waiter place) {
    this.flight = flight;
    this.hearer = hearer;
    this.place = place;
  }

  /** {@return the call that runs} */
  CallId waitsFor() {
    return flight.of();
  }

  /**
   * Waits until the other call has ended, and leaves.
   *
   * @param self the call that waits
   * @throws InterruptedException if {@code self} has lost its last waiter
   */
  FlightResult<R> await(Call self) throws InterruptedException {
    try {
      var how = flight.await();
      // Both calls may have ended for the same departed client: this one must not run for it
      // now.
      if (self.outcome().isPresent()) {
        throw new InterruptedException("nobody waits any more");
      }
      return how;
    } finally {
      leave();
    }
  }

  /** Stops waiting; the other call is cancelled with its last waiter. */
  void leave() {
    flight.leave(hearer);
    place.close();
  }
}
