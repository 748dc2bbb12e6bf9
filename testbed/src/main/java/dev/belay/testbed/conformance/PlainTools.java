package dev.belay.testbed.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.DefinedTool;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.result.Annotations;
import dev.belay.tools.result.Annotations.Audience;
import dev.belay.tools.result.Content;
import dev.belay.tools.schema.JsonSchema;
import java.net.URI;
import java.util.Base64;
import java.util.List;

/** Tools that answer at once. */
final class PlainTools {
  @Tool(description = "Says the message again", readOnly = true, idempotent = true)
  String echo(@Arg(description = "What to say") String message) {
    return "Echo: " + message;
  }

  @Tool(name = "test_simple_text", description = "Answers with a text")
  String text() {
    return "This is a simple text response for testing.";
  }

  @Tool(name = "test_image_content", description = "Answers with an image")
  Content image() {
    return Content.image(Base64.getDecoder().decode(Contents.PNG), "image/png");
  }

  @Tool(name = "test_audio_content", description = "Answers with a sound")
  Content audio() {
    return Content.audio(Base64.getDecoder().decode(Contents.WAV), "audio/wav");
  }

  @Tool(name = "test_embedded_resource", description = "Answers with a resource")
  Content resource() {
    return Content.resource(
        URI.create("test://embedded-resource"),
        "text/plain",
        "This is an embedded resource content.");
  }

  @Tool(
      name = "test_multiple_content_types",
      description = "Answers with a text, an image and a resource")
  List<Content> several() {
    return List.of(
        Content.text("Multiple content types test:"),
        image().annotated(Annotations.of(Audience.USER).priority(0.5)),
        Content.resource(
            URI.create("test://mixed-content-resource"),
            "application/json",
            "{\"test\":\"data\",\"value\":123}"));
  }

  @Tool(name = "test_error_handling", description = "Always fails")
  String failure() {
    throw new IllegalStateException("This tool intentionally returns an error for testing");
  }

  @Tool(
      name = "test_x_mcp_header",
      description = "Takes an argument that is mirrored in a header",
      readOnly = true)
  String header(@Arg(description = "Where", header = "Region") String region) {
    return "Region: " + region;
  }

  /** {@return the tool for the test of schema keywords, which no Java type produces} */
  static DefinedTool schemaKeywords() {
    return Tools.define("json_schema_2020_12_tool")
        .description("Tool with JSON Schema 2020-12 features")
        .inputSchema(JsonSchema.of(SCHEMA.getBytes(UTF_8)))
        .handle(call -> "Called with " + call.arguments());
  }

  // The suite looks for every keyword here (SEP-1613, SEP-2106).
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
