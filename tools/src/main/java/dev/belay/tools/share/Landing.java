package dev.belay.tools.share;

import dev.belay.core.call.Failure;

/** How a call ended for those who wait for its result. */
sealed interface Landing<R> {
  /** There is a result, be it that the tool failed. */
  record Landed<R>(Kept<R> result) implements Landing<R> {}

  /** It failed, and would have failed for all of them. */
  record Failed<R>(Failure failure) implements Landing<R> {}

  /** It was stopped for reasons of its own: another one has to run. */
  record Again<R>() implements Landing<R> {}

  /** Its client is asked, or it is more than a result: each has to run by itself. */
  record Alone<R>() implements Landing<R> {}
}
