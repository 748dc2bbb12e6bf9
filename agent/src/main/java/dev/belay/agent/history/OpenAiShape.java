package dev.belay.agent.history;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the {@code messages} of OpenAI's Chat Completions API and compatible servers: {@code
 * system}, {@code user}, {@code assistant} with {@code tool_calls}, and one message of role {@code
 * tool} for each result.
 *
 * <p>A well-formed conversation (see {@link Repair}) is written in an accepted form. Content of one
 * block is written as a string, of several as a list of parts. Errors are marked in the text of
 * results: {@link ErrorMark}.
 */
public final class OpenAiShape {
  private static final String ROLE = "role";
  private static final String CONTENT = "content";
  private static final String TEXT = "text";
  private static final String CALLS = "tool_calls";
  private static final String FUNCTION = "function";

  private OpenAiShape() {}

  /**
   * {@return the JSON list of messages}
   *
   * @param instructions the system prompt; may be empty
   */
  public static ArrayNode write(String instructions, Iterable<Message> messages) {
    var list = Arguments.JSON.createArrayNode();
    if (!Words.isBlank(instructions)) {
      list.addObject().put(ROLE, "system").put(CONTENT, Words.whole(instructions));
    }
    for (var message : messages) {
      switch (message) {
        case Message.User user -> write(user, list);
        case Message.Assistant said -> write(said, list.addObject());
      }
    }
    return list;
  }

  private static void write(Message.User user, ArrayNode to) {
    for (var block : user.blocks()) {
      if (block instanceof Block.ToolResult result) {
        to.addObject()
            .put(ROLE, "tool")
            .put("tool_call_id", result.toolUseId())
            .put(CONTENT, ErrorMark.write(result));
      }
    }
    if (!texts(user).isEmpty()) {
      content(to.addObject().put(ROLE, "user"), texts(user));
    }
  }

  private static void write(Message.Assistant said, ObjectNode to) {
    content(to.put(ROLE, "assistant"), texts(said));
    if (said.toolUses().isEmpty()) {
      return;
    }
    var calls = to.putArray(CALLS);
    for (var use : said.toolUses()) {
      var call = calls.addObject().put("id", use.id()).put("type", FUNCTION);
      call.putObject(FUNCTION)
          .put("name", ToolNames.acceptable(use.name()))
          .put("arguments", Arguments.object(use.input()));
    }
  }

  private static void content(ObjectNode message, List<String> texts) {
    switch (texts.size()) {
      case 0 -> message.putNull(CONTENT);
      case 1 -> message.put(CONTENT, texts.getFirst());
      default -> {
        var parts = message.putArray(CONTENT);
        texts.forEach(text -> parts.addObject().put("type", TEXT).put(TEXT, text));
      }
    }
  }

  static List<String> texts(Message message) {
    return message.blocks().stream()
        .filter(Block.Text.class::isInstance)
        .map(block -> ((Block.Text) block).text())
        .toList();
  }

  /**
   * Marks errors in the text of results, for an API without an error flag (OpenAI's, Ollama's).
   *
   * <p>Texts that begin with {@code [CANCELLED]} or {@code [TIMEOUT} are left unmarked. A success
   * that looks like an error is marked as well.
   */
  static final class ErrorMark {
    private static final String ERROR = "[ERROR] ";
    private static final String OK = "[OK] ";
    private static final List<String> TELLING = List.of("[CANCELLED]", "[TIMEOUT");

    private ErrorMark() {}

    /** {@return the text of a result, with a mark if needed} */
    static String write(Block.ToolResult result) {
      var text = result.text();
      if (result.isError()) {
        return isTelling(text) ? text : ERROR + text;
      }
      return isTelling(text) || text.startsWith(ERROR) || text.startsWith(OK) ? OK + text : text;
    }

    private static boolean isTelling(String text) {
      return TELLING.stream().anyMatch(text::startsWith);
    }
  }
}
