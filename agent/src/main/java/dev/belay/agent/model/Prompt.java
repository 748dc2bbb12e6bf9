package dev.belay.agent.model;

import dev.belay.agent.history.Message;
import dev.belay.gateway.turn.OfferedTool;
import java.util.List;

/**
 * What a model is asked.
 *
 * @param instructions what it is told before everything else; may be empty
 * @param messages the conversation so far, in a form that every API accepts
 * @param tools what it may ask to be called
 */
public record Prompt(String instructions, List<Message> messages, List<OfferedTool> tools) {
  /** Keeps its own copies. */
  public Prompt {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
  }
}
