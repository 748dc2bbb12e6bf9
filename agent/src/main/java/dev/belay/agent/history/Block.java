package dev.belay.agent.history;

/** A content block of a message. */
public sealed interface Block {
  /** A block of a user message. */
  sealed interface OfUser extends Block {}

  /** A block of an assistant message. */
  sealed interface OfAssistant extends Block {}

  /** Text. */
  record Text(String text) implements OfUser, OfAssistant {}

  /**
   * A model's request to call a tool.
   *
   * @param id the model's id of the call, repeated in its result
   * @param input the arguments: a JSON object
   */
  record ToolUse(String id, String name, String input) implements OfAssistant {}

  /**
   * The result of a tool call.
   *
   * @param text the text for the model
   */
  record ToolResult(String toolUseId, String text, boolean isError) implements OfUser {}
}
