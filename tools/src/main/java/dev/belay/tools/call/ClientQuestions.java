package dev.belay.tools.call;

import dev.belay.mcp.server.Question;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks the client that called: a person's input, its model's words, its roots.
 *
 * <p>Waits for the answer, in both eras; meanwhile the idle limit is held, the total one is not
 * (C17). Whoever asks what the client cannot answer gets a {@link ClientCannotAnswerException}.
 */
public interface ClientQuestions {
  /**
   * {@return whether the client declared a capability, such as {@code elicitation}, {@code url}}
   */
  boolean canAnswer(String... capability);

  /**
   * Asks a person to fill in a form.
   *
   * @param schema what is asked for: an object of plain properties (MCP §elicitation)
   */
  Elicited elicit(String message, JsonNode schema) throws InterruptedException;

  /** Asks by the params of {@code elicitation/create} as they are, such as a URL to visit. */
  Elicited elicit(ObjectNode params) throws InterruptedException;

  /**
   * Asks the client's model.
   *
   * @param params of {@code sampling/createMessage}
   * @return its result
   */
  ObjectNode sample(ObjectNode params) throws InterruptedException;

  /**
   * Asks several things at once, by any method that clients can be asked by.
   *
   * @return the results by the questions' keys
   */
  Map<String, ObjectNode> ask(List<Question> questions) throws InterruptedException;

  /** {@return where the client works} */
  List<Root> roots() throws InterruptedException;
}
