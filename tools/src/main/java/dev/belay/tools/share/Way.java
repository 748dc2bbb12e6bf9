package dev.belay.tools.share;

import dev.belay.core.call.Failure;

/** How a call comes by its result. */
sealed interface Way<P, R> {
  /** It is there. */
  record Found<P, R>(Kept<R> kept) implements Way<P, R> {}

  /** Another call runs, and this one waits with it. */
  record Joined<P, R>(Guest<P, R> waiter) implements Way<P, R> {}

  /** The other call failed, and it would have failed likewise. */
  record Failed<P, R>(Failure failure) implements Way<P, R> {}

  /** It runs, and its result is its own. */
  record Alone<P, R>() implements Way<P, R> {}

  /** It runs, and others may join it. */
  record Running<P, R>(Flight<P, R> flight) implements Way<P, R> {}
}
