package dev.belay.agent.history;

/** A piece of a message. */
public sealed interface Block {
  /** A piece that a person, or what stands for one, can have said. */
  sealed interface OfUser extends Block {}

  /** A piece that a model can have said. */
  sealed interface OfAssistant extends Block {}

  /** Words. */
  record Text(String text) implements OfUser, OfAssistant {}

  /**
   * A model asks for a tool to be called.
   *
   * @param id the model's own name for the call, which its result has too
   * @param input the arguments: a JSON object
   */
  record ToolUse(String id, String name, String input) implements OfAssistant {}

  /**
   * What became of such a call.
   *
   * @param text what the model reads
   */
  record ToolResult(String toolUseId, String text, boolean isError) implements OfUser {}
}
