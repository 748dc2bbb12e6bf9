package dev.belay.agent.model;

import dev.belay.agent.history.Message;
import dev.belay.core.cancel.Cancellation;
import java.util.function.Consumer;

/** A model that can be asked. Safe for use by many threads. */
public interface Model {
  /**
   * Asks it, and waits until it has said everything.
   *
   * @param onText hears its words as they come, piece by piece, on any one thread at a time; never
   *     after this has returned
   * @param stop ends the asking: the stream of the provider is closed, and this throws soon after
   * @return what it said, the same words included
   * @throws ModelException if there is no such message; with {@link ModelTrouble#STOPPED} after a
   *     stop
   * @throws InterruptedException if this thread is to end; the stream is closed then, too
   */
  Message.Assistant ask(Prompt prompt, Consumer<String> onText, Cancellation stop)
      throws ModelException, InterruptedException;
}
