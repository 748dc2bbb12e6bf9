package dev.belay.tools.share;

/** How a call comes by its result. */
sealed interface Way<P, R> {
  /** It is there. */
  record Found<P, R>(Kept<R> kept) implements Way<P, R> {}

  /** Another call runs, and this one waits with it. */
  record Joined<P, R>(Guest<P, R> waiter) implements Way<P, R> {}

  /** It runs, and others may join it. */
  record Running<P, R>(Flight<P, R> flight) implements Way<P, R> {}
}
