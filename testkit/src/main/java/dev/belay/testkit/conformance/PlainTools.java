package dev.belay.testkit.conformance;

import static dev.belay.testkit.conformance.Contents.audio;
import static dev.belay.testkit.conformance.Contents.image;
import static dev.belay.testkit.conformance.Contents.resource;
import static dev.belay.testkit.conformance.Contents.result;
import static dev.belay.testkit.conformance.Contents.said;
import static dev.belay.testkit.conformance.Contents.text;
import static dev.belay.testkit.conformance.Contents.utf8;
import static dev.belay.testkit.conformance.Definitions.tool;

import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;

/** The tools that answer at once. */
final class PlainTools {
  private PlainTools() {}

  static void addTo(McpServerBuilder server) {
    server
        .tool(
            tool("echo", "Says the message again", "message", "What to say"),
            exchange -> said("Echo: " + argument(exchange, "message")))
        .tool(
            tool("test_simple_text", "Answers with a text"),
            _ -> said("This is a simple text response for testing."))
        .tool(tool("test_image_content", "Answers with an image"), _ -> result(image()))
        .tool(tool("test_audio_content", "Answers with a sound"), _ -> result(audio()))
        .tool(
            tool("test_embedded_resource", "Answers with a resource"),
            _ ->
                result(
                    resource(
                        "test://embedded-resource",
                        "text/plain",
                        "This is an embedded resource content.")))
        .tool(
            tool("test_multiple_content_types", "Answers with a text, an image and a resource"),
            _ ->
                result(
                    text("Multiple content types test:"),
                    image(),
                    resource(
                        "test://mixed-content-resource",
                        "application/json",
                        "{\"test\":\"data\",\"value\":123}")))
        .tool(
            tool("test_error_handling", "Always fails"),
            _ ->
                utf8(
                    "{\"content\":["
                        + text("This tool intentionally returns an error for testing")
                        + "],\"isError\":true}"))
        .tool(
            tool("json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features", SCHEMA),
            exchange ->
                said("Called with " + new String(exchange.arguments(), StandardCharsets.UTF_8)))
        .tool(
            tool("test_x_mcp_header", "Takes an argument that is mirrored in a header", HEADER),
            exchange -> said("Region: " + argument(exchange, "region")));
  }

  /** {@return the text of one argument; empty if there is none} */
  static String argument(Exchange exchange, String name) {
    return Json.parse(new String(exchange.arguments(), StandardCharsets.UTF_8)).at(name).text();
  }

  private static final String HEADER =
      """
      {"type":"object","properties":{
        "region":{"type":"string","description":"Where","x-mcp-header":"Region"}},
       "required":["region"]}
      """;

  // Every keyword here is looked for by the suite (SEP-1613, SEP-2106).
  private static final String SCHEMA =
      """
      {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
       "$defs":{"address":{"$anchor":"addressDef","type":"object",
         "properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
       "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},
         "contactMethod":{"type":"string","enum":["phone","email"]},
         "phone":{"type":"string"},"email":{"type":"string"}},
       "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
       "if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
       "then":{"required":["phone"]},"else":{"required":["email"]},
       "additionalProperties":false}
      """;
}
