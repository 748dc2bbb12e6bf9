package dev.belay.testkit.conformance;

import static dev.belay.testkit.conformance.Contents.said;
import static dev.belay.testkit.conformance.Contents.utf8;
import static dev.belay.testkit.conformance.Definitions.tool;

import dev.belay.mcp.era.Era;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.InputRequired;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.mcp.server.Question;
import dev.belay.mcp.server.RequestFailed;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tools that end with questions and begin again with the answers (SEP-2322). */
final class InputTools {
  private static final String PREFIX = "test_input_required_result_";

  private static final Question NAME =
      Forms.ask("user_name", "What is your name?", "name", "string");
  private static final Question CONFIRM = Forms.ask("confirm", "Please confirm", "ok", "boolean");
  private static final Question ROOTS = Question.roots("client_roots");

  private InputTools() {}

  static void addTo(McpServerBuilder server) {
    server
        .tool(tool(PREFIX + "elicitation", "Asks for a name"), InputTools::elicitation)
        .tool(tool(PREFIX + "sampling", "Asks the client's model"), InputTools::sampling)
        .tool(tool(PREFIX + "list_roots", "Asks for the client's roots"), InputTools::roots)
        .tool(
            tool(PREFIX + "request_state", "Has the client bring back a state"),
            exchange -> said(confirmed(exchange) + ": state-ok"))
        .tool(
            tool(PREFIX + "tampered_state", "Rejects a state that was changed"),
            exchange -> said(confirmed(exchange) + ": the state is as it was"))
        .tool(tool(PREFIX + "multiple_inputs", "Asks three things at once"), InputTools::several)
        .tool(tool(PREFIX + "multi_round", "Asks one thing after another"), InputTools::rounds)
        .tool(
            tool(PREFIX + "capabilities", "Asks only what the client declared"),
            InputTools::capabilities);
  }

  private static byte[] elicitation(Exchange exchange) throws InputRequired {
    var name = answer(exchange, NAME);
    if (name == null) {
      throw new InputRequired(List.of(NAME));
    }
    return said("Hello, " + name.at("content", "name").text() + "!");
  }

  private static byte[] sampling(Exchange exchange) throws InputRequired {
    var question = Forms.sample("capital_question", "What is the capital of France?", 100);
    var capital = answer(exchange, question);
    if (capital == null) {
      throw new InputRequired(List.of(question));
    }
    return said("The model said: " + capital.at("content", "text").text());
  }

  private static byte[] roots(Exchange exchange) throws InputRequired {
    var roots = answer(exchange, ROOTS);
    if (roots == null) {
      throw new InputRequired(List.of(ROOTS));
    }
    return said("The client's roots: " + roots.at("roots").raw());
  }

  private static String confirmed(Exchange exchange) throws InputRequired {
    var confirmed = answer(exchange, CONFIRM);
    if (confirmed == null || exchange.state() == null) {
      throw exchange.inputRequired(List.of(CONFIRM), utf8("asked"));
    }
    return confirmed.at("action").text();
  }

  private static byte[] several(Exchange exchange) throws InputRequired {
    var greeting = Forms.sample("greeting", "Generate a greeting", 50);
    var name = answer(exchange, NAME);
    var greeted = answer(exchange, greeting);
    var roots = answer(exchange, ROOTS);
    if (name == null || greeted == null || roots == null) {
      throw exchange.inputRequired(List.of(NAME, greeting, ROOTS), utf8("asked"));
    }
    return said(
        greeted.at("content", "text").text()
            + ", "
            + name.at("content", "name").text()
            + ", of "
            + roots.at("roots").items().size()
            + " roots");
  }

  private static byte[] rounds(Exchange exchange) throws InputRequired {
    var first = Forms.ask("step1", "Step 1: What is your name?", "name", "string");
    var second = Forms.ask("step2", "Step 2: What is your favorite color?", "color", "string");
    var state = exchange.state();
    var reached = state == null ? "" : new String(state, StandardCharsets.UTF_8);
    var name = answer(exchange, first);
    var color = answer(exchange, second);
    if (reached.startsWith("named ") && color != null) {
      return said(
          reached.substring("named ".length()) + " likes " + color.at("content", "color").text());
    }
    if (reached.startsWith("named ")) {
      throw exchange.inputRequired(List.of(second), utf8(reached));
    }
    if (reached.equals("began") && name != null) {
      throw exchange.inputRequired(
          List.of(second), utf8("named " + name.at("content", "name").text()));
    }
    throw exchange.inputRequired(List.of(first), utf8("began"));
  }

  private static byte[] capabilities(Exchange exchange) throws InputRequired, InterruptedException {
    if (exchange.era() == Era.LEGACY) {
      return askedInTurn(exchange);
    }
    var questions = new ArrayList<Question>();
    var missing = new ArrayList<String>();
    ask(exchange, "elicitation", NAME, questions, missing);
    ask(
        exchange,
        "sampling",
        Forms.sample("capital_question", "What is the capital of France?", 100),
        questions,
        missing);
    ask(exchange, "roots", ROOTS, questions, missing);
    if (!missing.isEmpty()) {
      throw new InputRequired(questions);
    }
    return said("The client answered all of the " + questions.size() + " things it can be asked");
  }

  /** What a session declared may be a gateway's word for many clients, some of whom refuse. */
  private static byte[] askedInTurn(Exchange exchange) throws InputRequired, InterruptedException {
    int answered = 0;
    int refused = 0;
    var capital = Forms.sample("capital_question", "What is the capital of France?", 100);
    for (var question : List.of(NAME, capital, ROOTS)) {
      try {
        var _ = exchange.ask(question);
        answered++;
      } catch (RequestFailed _) {
        refused++;
      }
    }
    return said("The client answered " + answered + " things and refused " + refused);
  }

  private static void ask(
      Exchange exchange,
      String capability,
      Question question,
      List<Question> questions,
      List<String> missing) {
    if (exchange.declares(capability)) {
      questions.add(question);
      if (answer(exchange, question) == null) {
        missing.add(question.key());
      }
    }
  }

  private static @Nullable Json answer(Exchange exchange, Question question) {
    var answer = exchange.inputResponse(question.key());
    return answer == null ? null : AskingTools.parse(answer);
  }
}
