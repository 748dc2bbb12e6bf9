package dev.belay.tools.share;

import dev.belay.core.call.Failure;

/** How a call gets its result. */
sealed interface Acquisition<P, R> {
  /** A kept result is valid. */
  record Found<P, R>(Kept<R> kept) implements Acquisition<P, R> {}

  /** Another call runs, and this one waits for it. */
  record Joined<P, R>(Guest<P, R> waiter) implements Acquisition<P, R> {}

  /** The other call failed, and this one would fail likewise. */
  record Failed<P, R>(Failure failure) implements Acquisition<P, R> {}

  /** It runs, and its result is not shared. */
  record Alone<P, R>() implements Acquisition<P, R> {}

  /** It runs, and others may join it. */
  record Running<P, R>(SingleFlight<P, R> flight) implements Acquisition<P, R> {}
}
