package dev.belay.testkit.conformance;

import static dev.belay.testkit.conformance.Contents.said;
import static dev.belay.testkit.conformance.Definitions.tool;

import dev.belay.mcp.era.Era;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.InputRequired;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.mcp.server.RequestFailed;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;

/** The tools that ask their client one thing and wait for the answer. */
final class AskingTools {
  private AskingTools() {}

  static void addTo(McpServerBuilder server) {
    server
        .tool(
            tool("test_sampling", "Asks the client's model", "prompt", "What to ask"),
            AskingTools::sampling)
        .tool(
            tool("test_elicitation", "Asks the user", "message", "What to ask"),
            exchange -> said("User response: " + contact(exchange)))
        .tool(
            tool("test_elicitation_sep1034_defaults", "Asks the user, with defaults"),
            exchange -> said("Elicitation completed: " + form(exchange, Forms.DEFAULTS)))
        .tool(
            tool("test_elicitation_sep1330_enums", "Asks the user to choose"),
            exchange -> said("Elicitation completed: " + form(exchange, Forms.CHOICES)))
        .tool(
            tool("test_streaming_elicitation", "Asks the user, if the client can"),
            exchange ->
                said(
                    exchange.declares("elicitation")
                        ? "User response: " + form(exchange, Forms.CONTACT)
                        : "Nobody can be asked"))
        .tool(
            tool("test_missing_capability", "Needs a client that can sample"),
            AskingTools::needsSampling);
  }

  private static byte[] needsSampling(Exchange exchange)
      throws RequestFailed, InputRequired, InterruptedException {
    exchange.require("sampling");
    if (exchange.era() == Era.LEGACY) {
      // What is declared of a session may be said by a gateway for many: asking is what shows it.
      var _ = exchange.ask(Forms.sample("sampling", "Can you sample?", 10));
    }
    return said("The client can sample");
  }

  private static byte[] sampling(Exchange exchange)
      throws RequestFailed, InputRequired, InterruptedException {
    var prompt = PlainTools.argument(exchange, "prompt");
    var answer = parse(exchange.ask(Forms.sample("sampling", prompt, 100)));
    return said("LLM response: " + answer.at("content", "text").text());
  }

  private static String contact(Exchange exchange)
      throws RequestFailed, InputRequired, InterruptedException {
    var message = PlainTools.argument(exchange, "message");
    return shown(exchange.ask(Forms.form("contact", message, Forms.CONTACT)));
  }

  private static String form(Exchange exchange, String schema)
      throws RequestFailed, InputRequired, InterruptedException {
    return shown(exchange.ask(Forms.form("form", "Please fill in the form", schema)));
  }

  private static String shown(byte[] answer) {
    var json = parse(answer);
    var content = json.at("content");
    return "action="
        + json.at("action").text()
        + ", content="
        + (content.present() ? content.raw() : "{}");
  }

  static Json parse(byte[] json) {
    return Json.parse(new String(json, StandardCharsets.UTF_8));
  }
}
