package dev.belay.testbed.conformance;

import static dev.belay.testbed.conformance.Contents.messages;
import static dev.belay.testbed.conformance.Contents.text;
import static dev.belay.testbed.conformance.Definitions.prompt;

import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.InputRequired;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Prompts with completions of their arguments. */
final class Prompts {
  private Prompts() {}

  static void addTo(McpServerBuilder server) {
    server
        .prompt(
            prompt("test_simple_prompt", "A prompt without arguments"),
            _ -> messages(text("This is a simple prompt for testing.")))
        .prompt(
            prompt("test_prompt_with_arguments", "A prompt with two arguments", "arg1", "arg2"),
            exchange ->
                messages(
                    text(
                        "Prompt with arguments: arg1='%s', arg2='%s'"
                            .formatted(argument(exchange, "arg1"), argument(exchange, "arg2")))))
        .prompt(
            prompt("test_prompt_with_embedded_resource", "A prompt about a file", "resourceUri"),
            exchange ->
                messages(
                    Contents.resource(
                        argument(exchange, "resourceUri"),
                        "text/plain",
                        "Embedded resource content for testing."),
                    text("Please process the embedded resource above.")))
        .prompt(
            prompt("test_prompt_with_image", "A prompt about an image"),
            _ -> messages(Contents.image(), text("Please analyze the image above.")))
        .prompt(
            prompt("test_input_required_result_prompt", "A prompt that asks for its context"),
            Prompts::asking)
        .completions(_ ->
            Contents.utf8(
                "{\"completion\":{\"values\":[\"paris\",\"park\",\"party\"],\"total\":3,"
                    + "\"hasMore\":false}}"));
  }

  /** {@return the text of one argument; empty if it is absent} */
  private static String argument(Exchange exchange, String name) {
    return Json.parse(new String(exchange.arguments(), StandardCharsets.UTF_8)).at(name).text();
  }

  private static byte[] asking(Exchange exchange) throws InputRequired {
    var question =
        Forms.ask("user_context", "What context should the prompt use?", "context", "string");
    var answer = exchange.inputResponse(question.key());
    if (answer == null) {
      throw new InputRequired(List.of(question));
    }
    return messages(
        text(
            "Use this context: "
                + Json.parse(new String(answer, StandardCharsets.UTF_8))
                    .at("content", "context")
                    .text()));
  }
}
