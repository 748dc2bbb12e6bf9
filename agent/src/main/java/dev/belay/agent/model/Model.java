package dev.belay.agent.model;

import dev.belay.agent.history.Message;
import dev.belay.agent.model.ModelException.ModelTrouble;
import dev.belay.core.cancel.Cancellation;
import dev.belay.gateway.turn.OfferedTool;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A language model. Thread-safe. */
public interface Model {
  /**
   * Sends a prompt and waits for the complete message.
   *
   * @param hearer receives text as it arrives, from one thread at a time; never after this method
   *     has returned
   * @param stop closes the provider's stream; this method throws soon after
   * @return the message, including all text passed to {@code hearer}
   * @throws ModelException if there is no complete message; with {@link ModelTrouble#STOPPED} after
   *     a stop
   * @throws InterruptedException if this thread is interrupted, which also closes the stream
   */
  Message.Assistant ask(Prompt prompt, Hearer hearer, Cancellation stop)
      throws ModelException, InterruptedException;

  /** Receives pieces of the model's text, and learns why they are late. */
  public interface Hearer extends Consumer<String> {
    /**
     * Learns that the model failed, and is asked again after a pause.
     *
     * @param attempt the number of the next attempt: 2 after the first failure
     * @param reason a sentence for people
     */
    default void retry(int attempt, Duration pause, String reason) {}
  }

  /**
   * Input of a model.
   *
   * @param instructions the system prompt; may be empty
   * @param messages the conversation so far, in a form that every API accepts
   * @param tools the tools offered
   */
  public record Prompt(String instructions, List<Message> messages, List<OfferedTool> tools) {
    /** Copies the lists. */
    public Prompt {
      messages = List.copyOf(messages);
      tools = List.copyOf(tools);
    }
  }
}
