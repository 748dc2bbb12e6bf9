package dev.belay.testbed.conformance;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.ClientQuestions;
import dev.belay.tools.call.Elicited;

/** Tools that ask their client one question and wait for the answer. */
final class AskingTools {
  private final boolean isForbidden;

  /**
   * Creates the tools.
   *
   * @param isForbidden whether their client's era forbids requests of a server
   */
  AskingTools(boolean isForbidden) {
    this.isForbidden = isForbidden;
  }

  private ClientQuestions asked(ClientQuestions client) {
    if (isForbidden) {
      throw new IllegalStateException("This client takes no requests of a server.");
    }
    return client;
  }

  @Tool(name = "test_sampling", description = "Asks the client's model")
  String sampling(@Arg(description = "What to ask") String prompt, ClientQuestions client)
      throws InterruptedException {
    var answer = asked(client).sample(Forms.prompt(prompt, 100));
    return "LLM response: " + answer.at("/content/text").asString("");
  }

  @Tool(name = "test_elicitation", description = "Asks the user")
  String elicitation(@Arg(description = "What to ask") String message, ClientQuestions client)
      throws InterruptedException {
    return "User response: " + shown(asked(client).elicit(message, Forms.parsed(Forms.CONTACT)));
  }

  @Tool(name = "test_elicitation_sep1034_defaults", description = "Asks the user, with defaults")
  String defaults(ClientQuestions client) throws InterruptedException {
    return "Elicitation completed: " + form(asked(client), Forms.DEFAULTS);
  }

  @Tool(name = "test_elicitation_sep1330_enums", description = "Asks the user to choose")
  String choices(ClientQuestions client) throws InterruptedException {
    return "Elicitation completed: " + form(asked(client), Forms.CHOICES);
  }

  @Tool(name = "test_streaming_elicitation", description = "Asks the user, if the client can")
  String perhaps(ClientQuestions client) throws InterruptedException {
    return client.canAnswer("elicitation")
        ? "User response: " + form(client, Forms.CONTACT)
        : "Nobody can be asked";
  }

  @Tool(
      name = "test_missing_capability",
      description = "Needs a client that can sample",
      needs = "sampling")
  String needsSampling(ClientQuestions client) throws InterruptedException {
    var _ = client.sample(Forms.prompt("Can you sample?", 10));
    return "The client can sample";
  }

  private static String form(ClientQuestions client, String schema) throws InterruptedException {
    return shown(client.elicit("Please fill in the form", Forms.parsed(schema)));
  }

  private static String shown(Elicited answer) {
    return switch (answer) {
      case Elicited.Accepted(var content) -> "action=accept, content=" + content;
      case Elicited.Declined _ -> "action=decline, content={}";
      case Elicited.Dismissed _ -> "action=cancel, content={}";
    };
  }
}
