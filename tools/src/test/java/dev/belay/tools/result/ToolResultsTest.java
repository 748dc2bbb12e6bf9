package dev.belay.tools.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.belay.claims.Claim;
import dev.belay.tools.run.StandardContract;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

final class ToolResultsTest {
  private static final URI WHERE = URI.create("test://one");

  static Stream<ToolResult> results() {
    var json = JsonMapper.shared();
    return Stream.of(
        ToolResult.text(""),
        ToolResult.text("a \"quoted\" \u2028 line\nand 🧗 and \uD83E alone"),
        ToolResult.error("no"),
        new ToolResult(List.of(), false, null, null),
        noted(),
        new ToolResult(
            List.of(
                Content.text("a"),
                Content.image(new byte[] {1, 2, 3}, "image/png"),
                Content.audio(new byte[] {4}, "audio/wav"),
                Content.link(WHERE, "one"),
                new Content.Link(WHERE, "two", "the second", "text/plain", 7),
                Content.resource(WHERE, "text/plain", "body"),
                Content.resource(WHERE, "image/png", new byte[] {5}),
                new Content.EmbeddedText(WHERE, null, "body")),
            false,
            json.readTree("{\"a\":[1,null]}"),
            json.createObjectNode().put("k", "v")));
  }

  /** One piece of each kind with annotations and {@code _meta}. */
  private static ToolResult noted() {
    var said =
        Annotations.of(Annotations.Audience.USER, Annotations.Audience.ASSISTANT)
            .priority(0.5)
            .lastModified(Instant.parse("2026-01-31T10:00:00Z"));
    var meta = JsonMapper.shared().createObjectNode().put("k", 1);
    return new ToolResult(
        Stream.of(
                Content.text("a"),
                Content.image(new byte[] {1}, "image/png"),
                Content.audio(new byte[] {4}, "audio/wav"),
                Content.link(WHERE, "one"),
                Content.resource(WHERE, "text/plain", "body"),
                Content.resource(WHERE, "image/png", new byte[] {5}))
            .map(piece -> piece.annotated(said).withMeta(meta))
            .toList(),
        false,
        null,
        null);
  }

  @Test
  @DisplayName("MCP §annotations: whom a piece is for, what it weighs, when it changed, its _meta")
  void annotations() {
    assertThat(json(noted(), ResultVersion.V2))
        .contains(
            """
            {"type":"text","text":"a","annotations":{"audience":["user","assistant"],\
            "priority":0.5,"lastModified":"2026-01-31T10:00:00Z"},"_meta":{"k":1}}\
            """,
            """
            {"type":"resource","resource":{"uri":"test://one","mimeType":"text/plain",\
            "text":"body"},"annotations":{"audience\
            """);
    assertThat(json(noted(), ResultVersion.V1)).doesNotContain("annotations", "_meta");
    var part = Content.text("b").annotated(Annotations.NONE.priority(1));
    assertThat(json(new ToolResult(List.of(part), false, null, null), ResultVersion.V2))
        .contains("{\"type\":\"text\",\"text\":\"b\",\"annotations\":{\"priority\":1.0}}");
  }

  @Test
  @DisplayName("what is said of a piece again takes the place of what was said before")
  void annotatedAgain() {
    var meta = JsonMapper.shared().createObjectNode();
    var twice =
        Content.text("a")
            .withMeta(meta)
            .annotated(Annotations.NONE.priority(0))
            .annotated(Annotations.NONE.priority(1));

    assertThat(twice)
        .isEqualTo(new Content.Noted(Content.text("a"), Annotations.NONE.priority(1), meta));
    assertThatThrownBy(() -> new Content.Noted(twice, Annotations.NONE, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  @DisplayName("a priority is from 0 to 1")
  void priorities(double priority) {
    assertThatThrownBy(() -> Annotations.NONE.priority(priority))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 0 to 1");
  }

  private static String json(ToolResult result, ResultVersion version) {
    return new String(ResultWriter.write(result, version), StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @Claim({"S4-34", "S4-41"})
  @MethodSource("results")
  @DisplayName("S4-34, S4-41, C3: whatever is written is valid in both forms")
  void everythingWrittenIsValid(ToolResult result) {
    for (var version : ResultVersion.values()) {
      byte[] json = ResultWriter.write(result, version);
      assertThat(ToolResults.validate(json, version)).isEmpty();
      assertThat(ToolResults.checked(json, version)).isSameAs(json);
    }
  }

  @Test
  @Claim({"S4-35", "S4-36"})
  @DisplayName("S4-35, S4-36: a success has text, empty if there is none, and isError false")
  void success() {
    assertThat(json(ToolResult.text("hi"), ResultVersion.V1))
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],\"isError\":false}");
    assertThat(json(new ToolResult(List.of(), false, null, null), ResultVersion.V1))
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"\"}],\"isError\":false}");
    assertThat(json(ToolResult.error("no"), ResultVersion.V2))
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}");
  }

  @Test
  @Claim("S4-34")
  @DisplayName("S4-34, C3: structured content is an object, whatever it was made of")
  void structuredIsAnObject() {
    assertThat(json(ToolResult.text("hi", (Object) null), ResultVersion.V2))
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],\"isError\":false}");
    assertThat(json(ToolResult.text("hi", List.of(1)), ResultVersion.V2))
        .contains("\"structuredContent\":{\"result\":[1]}");
    var given = new ToolResult(List.of(), false, JsonMapper.shared().readTree("7"), null);
    assertThat(json(given, ResultVersion.V2)).contains("\"structuredContent\":{\"result\":7}");
  }

  @Test
  @Claim("S4-34")
  @DisplayName("S4-34, C3: a result that the published form does not allow is never sent")
  void nothingElseIsSent() {
    var afterAllDates = Annotations.NONE.lastModified(Instant.parse("+12345-01-01T00:00:00Z"));
    var result =
        new ToolResult(List.of(Content.text("a").annotated(afterAllDates)), false, null, null);
    var sent = new StandardContract().write(result, ResultVersion.V2);
    assertThat(new String(sent, StandardCharsets.UTF_8))
        .contains("MCP tool result schema violation at content[0]", "\"isError\":true");
  }

  @Test
  @DisplayName("C3: the new form has everything, in one order")
  void allOfTheNewForm() {
    assertThat(json(results().toList().getLast(), ResultVersion.V2))
        .isEqualTo(
            """
            {"content":[{"type":"text","text":"a"},\
            {"type":"image","data":"AQID","mimeType":"image/png"},\
            {"type":"audio","data":"BA==","mimeType":"audio/wav"},\
            {"type":"resource_link","uri":"test://one","name":"one"},\
            {"type":"resource_link","uri":"test://one","name":"two","description":"the second",\
            "mimeType":"text/plain","size":7},\
            {"type":"resource","resource":{"uri":"test://one","mimeType":"text/plain",\
            "text":"body"}},\
            {"type":"resource","resource":{"uri":"test://one","mimeType":"image/png",\
            "blob":"BQ=="}},\
            {"type":"resource","resource":{"uri":"test://one","text":"body"}}],\
            "structuredContent":{"a":[1,null]},"isError":false,"_meta":{"k":"v"}}\
            """);
  }

  @Test
  @Claim("C3")
  @DisplayName("C3: the frozen form tells of what it cannot carry")
  void theFrozenFormIsText() {
    assertThat(json(results().toList().getLast(), ResultVersion.V1))
        .contains(
            "[image image/png, 3 bytes: not shown, since this client takes text alone]",
            "\"one: test://one\"",
            "\"body\"")
        .doesNotContain("structuredContent", "_meta");
  }

  @Test
  void halfACharacterIsReplaced() {
    assertThat(json(ToolResult.text("a\uD83Eb"), ResultVersion.V2)).contains("\"a\uFFFDb\"");
  }

  @Test
  @Claim("S4-33")
  @DisplayName("S4-33: build, isCanonical, validate and schemaPath")
  void theFunctions() {
    assertThat(new String(ToolResults.build("x", true), StandardCharsets.UTF_8))
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"isError\":true}");
    assertThat(ToolResults.isCanonical(ToolResults.build("", false))).isTrue();
    assertThat(ToolResults.schemaPath(ResultVersion.V1))
        .isEqualTo("/dev/belay/tools/result/belay.mcp.tool_result.v1.schema.json");
    assertThat(ToolResults.MCP_TOOL_RESULT_SCHEMA_V1).isEqualTo("belay.mcp.tool_result.v1");
  }

  @ParameterizedTest
  @Claim("S4-32")
  @ValueSource(
      strings = {
        "null",
        "{}",
        "[]",
        "{",
        "{\"content\":[],\"isError\":false}",
        "{\"content\":null,\"isError\":false}",
        "{\"content\":[{\"type\":\"text\",\"text\":\"\"}]}",
        "{\"content\":[{\"type\":\"text\",\"text\":\"\"}],\"isError\":0}",
        "{\"content\":[{\"type\":\"text\",\"text\":\"\"}],\"isError\":false,\"_meta\":{}}",
        "{\"content\":[{\"type\":\"text\",\"text\":\"\"},{\"type\":\"image\"}],\"isError\":false}"
      })
  @DisplayName("S4-32, S4-34: no null, no unknown key, no other content is canonical")
  void notCanonical(String json) {
    assertThat(ToolResults.isCanonical(utf8(json))).isFalse();
    var instead = ToolResults.checked(utf8(json), ResultVersion.V1);
    assertThat(ToolResults.isCanonical(instead)).isTrue();
    assertThat(new String(instead, StandardCharsets.UTF_8))
        .contains("MCP tool result schema violation at ", "\"isError\":true");
  }

  @Test
  void theNewFormKnowsNoOtherKeysEither() {
    assertThat(
            ToolResults.validate(
                utf8(
                    "{\"content\":[{\"type\":\"text\",\"text\":\"\"}],\"isError\":false,"
                        + "\"result\":1,\"structuredContent\":null}"),
                ResultVersion.V2))
        .hasSize(2);
  }

  @ParameterizedTest
  @Claim("S4-32")
  @EnumSource
  @DisplayName("S4-32: the schema files are schemas, and the frozen one is as it was")
  void theFiles(ResultVersion version) throws IOException {
    String file;
    try (var in =
        Objects.requireNonNull(ToolResults.class.getResourceAsStream(version.schemaPath()))) {
      file = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    var meta =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    assertThat(meta.validate(file, InputFormat.JSON)).isEmpty();
    var schema = JsonMapper.shared().readTree(file);
    assertThat(schema.at("/additionalProperties").asBoolean(true)).isFalse();
    assertThat(schema.at("/required").toString()).isEqualTo("[\"content\",\"isError\"]");
    assertThat(schema.at("/properties/content/minItems").asInt()).isEqualTo(1);
    if (version == ResultVersion.V1) {
      assertThat(schema.get("properties").propertyNames()).containsExactly("content", "isError");
      assertThat(schema.at("/properties/content/items").has("additionalProperties")).isFalse();
    }
  }

  @Test
  @Claim({"S4-37", "C1"})
  @DisplayName("S4-37, C1: a failure is an error of JSON-RPC where that is configured")
  void errorsToTheLetter() {
    var failed = ToolResult.error("disk full");
    assertThat(ErrorMode.RESULT.error(failed)).isNull();
    assertThat(ErrorMode.JSONRPC.error(failed)).isEqualTo("disk full");
    assertThat(ErrorMode.JSONRPC.error(ToolResult.text("fine"))).isNull();
    assertThat(ErrorMode.TOOL_FAILED).isEqualTo(-32603);
  }
}
