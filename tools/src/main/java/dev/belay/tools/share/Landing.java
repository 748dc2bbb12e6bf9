package dev.belay.tools.share;

import dev.belay.core.call.Failure;

/** How a call ended for those who wait for its result. */
public sealed interface Landing {
  /** The tool has given a result, be it that it failed. */
  record Landed(KeptResult result) implements Landing {}

  /** The tool threw, and would have thrown for all of them. */
  record Failed(Failure failure) implements Landing {}

  /** It was stopped for reasons of its own: another one has to run. */
  record Again() implements Landing {}

  /** It asks its client, whose answer is nobody else's: each has to run by itself. */
  record Alone() implements Landing {}
}
