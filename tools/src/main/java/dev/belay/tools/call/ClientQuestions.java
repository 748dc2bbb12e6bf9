package dev.belay.tools.call;

import dev.belay.mcp.server.Question;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks the client that made the call: for a person's input, for a sample of its model, for its
 * roots.
 *
 * <p>Each method blocks until the answer, in both eras; the idle limit is held meanwhile, the total
 * one is not (C17). A question that the client cannot answer throws {@link
 * ClientCannotAnswerException}.
 */
public interface ClientQuestions {
  /**
   * {@return whether the client declared a capability, such as {@code elicitation}, {@code url}}
   */
  boolean canAnswer(String... capability);

  /**
   * Asks a person to fill in a form.
   *
   * @param schema of the form: an object of plain properties (MCP §elicitation)
   */
  Elicited elicit(String message, JsonNode schema) throws InterruptedException;

  /** Asks with the given params of {@code elicitation/create}, such as a URL to visit. */
  Elicited elicit(ObjectNode params) throws InterruptedException;

  /**
   * Asks the client's model for a message.
   *
   * @param params of {@code sampling/createMessage}
   * @return its result
   */
  ObjectNode sample(ObjectNode params) throws InterruptedException;

  /**
   * Asks several questions at once, by any method that clients serve.
   *
   * @return the results by the questions' keys
   */
  Map<String, ObjectNode> ask(List<Question> questions) throws InterruptedException;

  /** {@return the places in which the client works} */
  List<Root> roots() throws InterruptedException;
}
