package dev.belay.testbed.conformance;

import dev.belay.mcp.server.Question;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.ClientCannotAnswerException;
import dev.belay.tools.call.ClientQuestions;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tools whose questions have names known to the suite, and may come several at once: the end of one
 * modern request and the begin of the next (SEP-2322) is one call that waits here.
 */
final class InputTools {
  private static final String PREFIX = "test_input_required_result_";

  private static final Question NAME =
      Forms.ask("user_name", "What is your name?", "name", "string");
  private static final Question CAPITAL =
      Forms.sample("capital_question", "What is the capital of France?", 100);
  private static final Question GREETING = Forms.sample("greeting", "Generate a greeting", 50);
  private static final Question ROOTS = Question.roots("client_roots");
  private static final Question CONFIRM = Forms.ask("confirm", "Please confirm", "ok", "boolean");
  private static final Question STEP_1 =
      Forms.ask("step1", "Step 1: What is your name?", "name", "string");
  private static final Question STEP_2 =
      Forms.ask("step2", "Step 2: What is your favorite color?", "color", "string");

  private static ObjectNode answer(ClientQuestions client, Question question)
      throws InterruptedException {
    return Objects.requireNonNull(client.ask(List.of(question)).get(question.key()));
  }

  private static String filledIn(ObjectNode answer, String property) {
    return answer.path("content").path(property).asString("");
  }

  @Tool(name = PREFIX + "elicitation", description = "Asks for a name")
  String elicitation(ClientQuestions client) throws InterruptedException {
    return "Hello, " + filledIn(answer(client, NAME), "name") + "!";
  }

  @Tool(name = PREFIX + "sampling", description = "Asks the client's model")
  String sampling(ClientQuestions client) throws InterruptedException {
    return "The model said: " + filledIn(answer(client, CAPITAL), "text");
  }

  @Tool(name = PREFIX + "list_roots", description = "Asks for the client's roots")
  String roots(ClientQuestions client) throws InterruptedException {
    return "The client's roots: " + answer(client, ROOTS).path("roots");
  }

  @Tool(name = PREFIX + "request_state", description = "Has the client bring back a state")
  String state(ClientQuestions client) throws InterruptedException {
    return answer(client, CONFIRM).path("action").asString("") + ": state-ok";
  }

  @Tool(name = PREFIX + "tampered_state", description = "Rejects a state that was changed")
  String tampered(ClientQuestions client) throws InterruptedException {
    return answer(client, CONFIRM).path("action").asString("") + ": the state is as it was";
  }

  @Tool(name = PREFIX + "multiple_inputs", description = "Asks three things at once")
  String several(ClientQuestions client) throws InterruptedException {
    var answers = client.ask(List.of(NAME, GREETING, ROOTS));
    return filledIn(Objects.requireNonNull(answers.get(GREETING.key())), "text")
        + ", "
        + filledIn(Objects.requireNonNull(answers.get(NAME.key())), "name")
        + ", of "
        + Objects.requireNonNull(answers.get(ROOTS.key())).path("roots").size()
        + " roots";
  }

  @Tool(name = PREFIX + "multi_round", description = "Asks one thing after another")
  String rounds(ClientQuestions client) throws InterruptedException {
    var name = filledIn(answer(client, STEP_1), "name");
    return name + " likes " + filledIn(answer(client, STEP_2), "color");
  }

  /** A session's declaration may be a gateway's for many clients, some of which refuse. */
  @Tool(name = PREFIX + "capabilities", description = "Asks only what the client declared")
  String capabilities(ClientQuestions client) throws InterruptedException {
    int answered = 0;
    int refused = 0;
    for (var question : List.of(NAME, CAPITAL, ROOTS)) {
      try {
        var _ = answer(client, question);
        answered++;
      } catch (ClientCannotAnswerException _) {
        refused++;
      }
    }
    return "The client answered " + answered + " things and refused " + refused;
  }
}
