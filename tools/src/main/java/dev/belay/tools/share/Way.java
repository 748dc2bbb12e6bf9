package dev.belay.tools.share;

import dev.belay.core.call.Failure;

/** How a call gets its result. */
sealed interface Way<P, R> {
  /** A kept result is valid. */
  record Found<P, R>(Kept<R> kept) implements Way<P, R> {}

  /** Another call runs, and this one waits for it. */
  record Joined<P, R>(Guest<P, R> waiter) implements Way<P, R> {}

  /** The other call failed, and this one would fail likewise. */
  record Failed<P, R>(Failure failure) implements Way<P, R> {}

  /** It runs, and its result is not shared. */
  record Alone<P, R>() implements Way<P, R> {}

  /** It runs, and others may join it. */
  record Running<P, R>(Flight<P, R> flight) implements Way<P, R> {}
}
