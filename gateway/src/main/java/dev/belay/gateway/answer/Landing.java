package dev.belay.gateway.answer;

import dev.belay.core.call.Failure;

/** How a call ended for those who wait for its answer. */
public sealed interface Landing {
  /** The server has answered, be it that the tool failed. */
  record Answered(KeptAnswer answer) implements Landing {}

  /** It failed, and would have failed for all of them. */
  record Failed(Failure failure) implements Landing {}

  /** It was stopped for reasons of its own: another one has to ask. */
  record Again() implements Landing {}

  /** Its server asks a person, or made more of it than an answer: each has to ask by itself. */
  record Alone() implements Landing {}
}
