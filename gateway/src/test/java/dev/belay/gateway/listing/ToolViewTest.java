package dev.belay.gateway.listing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.mcp.envelope.Slices;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("S4-7 … S4-9, C22: what clients see of a tool")
@Claim("C22")
final class ToolViewTest {
  private static final ToolView COMPACT = new ToolView(140);

  private static final String DEFAULT_DIALECT = "https://json-schema.org/draft/2020-12/schema";

  private static String shown(ToolView view, String tool) {
    return new String(
        view.of(tool.getBytes(StandardCharsets.UTF_8), "s__t"), StandardCharsets.UTF_8);
  }

  private static String schema(String schema) {
    var tool = shown(COMPACT, "{\"inputSchema\":" + schema + "}");
    return tool.substring("{\"inputSchema\":".length(), tool.length() - 1);
  }

  private static String description(String text, int most) {
    var json = "{\"description\":\"" + text + "\"}";
    var tool = shown(new ToolView(most), json);
    return tool.substring("{\"description\":\"".length(), tool.length() - 2);
  }

  @Test
  void unknownMembersOfAToolStay() {
    assertThat(
            shown(
                COMPACT,
                """
                { "name" : "t", "title":"A title", "description":" two\\n words ",
                "annotations":{"title":"T","readOnlyHint":true},"x":[1.0, 1e3],
                "inputSchema":{"type":"object","title":"gone"},
                "outputSchema":{"description":"gone","type":"object"},"_meta":{"description":"x"}}\
                """))
        .isEqualTo(
            """
            {"name":"s__t","title":"A title","description":"two words",\
            "annotations":{"title":"T","readOnlyHint":true},"x":[1.0, 1e3],\
            "inputSchema":{"type":"object"},\
            "outputSchema":{"type":"object"},"_meta":{"description":"x"}}\
            """);
  }

  @Test
  @DisplayName("C22: without shortening only the name changes")
  void withoutShorteningOnlyTheNameChanges() {
    var tool = "{\"description\":\"a  b\", \"name\":\"t\",\"inputSchema\":{\"title\":\"T\"} }";
    assertThat(
            new String(
                ToolView.renamed(tool.getBytes(StandardCharsets.UTF_8), "s__t"),
                StandardCharsets.UTF_8))
        .isEqualTo(tool.replace("\"t\"", "\"s__t\""));
  }

  private static String annotations(ToolView view, String annotations) {
    return shown(view, "{\"title\":\"T\",\"annotations\":" + annotations + "}")
        .replace("{\"title\":\"T\"", "")
        .replaceFirst("}$", "");
  }

  @Test
  @DisplayName(
      "a hint that states a default of false is omitted; one that makes clients ask is kept")
  void hintsThatStateADefaultOfFalseAreOmitted() {
    assertThat(
            annotations(
                COMPACT,
                "{\"readOnlyHint\":false, \"destructiveHint\":true,\"idempotentHint\":false,"
                    + "\"openWorldHint\": true,\"x\":false}"))
        .isEqualTo(
            ",\"annotations\":{\"destructiveHint\":true,\"openWorldHint\":true,\"x\":false}");
    var saying = "{\"destructiveHint\":false,\"openWorldHint\":false,\"idempotentHint\":true}";
    assertThat(annotations(COMPACT, saying)).isEqualTo(",\"annotations\":" + saying);
    var odd = "{\"readOnlyHint\":null,\"idempotentHint\":\"false\"}";
    assertThat(annotations(COMPACT, odd)).isEqualTo(",\"annotations\":" + odd);
    assertThat(annotations(COMPACT, "{\"readOnlyHint\":false}")).isEmpty();
    assertThat(annotations(COMPACT, "{}")).isEmpty();
    assertThat(annotations(COMPACT, "[]")).isEqualTo(",\"annotations\":[]");
  }

  @Test
  void aDuplicateTitleIsOmitted() {
    assertThat(annotations(COMPACT, "{\"title\":\"\\u0054\"}")).isEmpty();
    assertThat(annotations(COMPACT, "{\"title\":\"U\"}"))
        .isEqualTo(",\"annotations\":{\"title\":\"U\"}");
    var alone = "{\"annotations\":{\"title\":\"T\"}}";
    assertThat(shown(COMPACT, alone)).isEqualTo(alone);
  }

  @ParameterizedTest
  @DisplayName("forbidden task support is omitted; any other execution is kept")
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"taskSupport\" : \"forbidden\"} | true",
        "{\"taskSupport\":\"optional\"} | false",
        "{\"taskSupport\":\"forbidden\",\"x\":1} | false",
        "{} | false",
        "\"forbidden\" | false"
      })
  void forbiddenTaskSupportIsOmitted(String execution, boolean goes) {
    assertThat(shown(COMPACT, "{\"name\":\"t\",\"execution\":" + execution + "}"))
        .isEqualTo("{\"name\":\"s__t\"" + (goes ? "}" : ",\"execution\":" + execution + "}"));
  }

  @ParameterizedTest
  @DisplayName("the dialect is omitted if the drafts agree about the whole schema")
  @CsvSource(
      delimiter = '|',
      value = {
        "\"type\":\"object\" | true",
        "\"properties\":{\"$ref\":{\"minLength\":1},\"format\":true} | true",
        "\"items\":{\"enum\":[{\"$ref\":1}]},\"x-y\":{\"$ref\":1} | true",
        "\"title\":\"t\",\"default\":{\"$ref\":1} | true",
        "\"items\":[{}] | false",
        "\"anyOf\":[{\"not\":{\"format\":\"uri\"}}] | false",
        "\"properties\":{\"a\":{\"$ref\":\"#\"}} | false",
        "\"$defs\":{} | false",
        "\"prefixItems\":[] | false",
        "\"dependentRequired\":{} | false",
        "\"unheardOf\":1 | false"
      })
  void theDialectIsOmittedIfTheDraftsAgree(String rest, boolean goes) {
    for (var dialect : List.of("http://json-schema.org/draft-07/schema#", DEFAULT_DIALECT)) {
      var said = "\"$schema\":\"" + dialect + "\"";
      var kept = schema("{" + rest + "}");
      assertThat(schema("{" + said + "," + rest + "}"))
          .isEqualTo(goes ? kept : "{" + said + "," + kept.substring(1));
      assertThat(schema("{\"a\":1, " + said + " , " + rest + "}").contains("$schema"))
          .as("beside what nobody knows")
          .isTrue();
      assertThat(schema("{\"type\":\"object\", " + said + " }")).isEqualTo("{\"type\":\"object\"}");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-04/schema#",
    "https://example.com/draft/2020-12/schema",
    "ftp://json-schema.org/draft-07/schema",
    "json-schema.org/draft-07/schema"
  })
  void otherDialectsStay(String dialect) {
    var schema = "{\"$schema\":\"" + dialect + "\",\"type\":\"object\"}";
    assertThat(schema(schema)).isEqualTo(schema);
    var nested = "{\"not\":{\"$schema\":\"" + DEFAULT_DIALECT + "\",\"type\":\"object\"}}";
    assertThat(schema(nested)).as("only the root's").isEqualTo(nested);
    var twice = schema.replace("{", "{\"$schema\":\"" + DEFAULT_DIALECT + "\",");
    assertThat(schema(twice)).as("none of two").isEqualTo(twice);
  }

  @Test
  void proseIsRemovedFromSchemas() {
    assertThat(
            schema(
                """
                {"description":"d","examples":[{}],"example":{"a":[1,"}"]},"title":"t",
                 "default":{"b":{}},"$comment":"c","markdownDescription":"m","type":"object"}\
                """))
        .isEqualTo("{\"type\":\"object\"}");
    assertThat(schema("{\"title\":\"t\"}")).isEqualTo("{}");
    assertThat(schema("{\"t\\u0069tle\":\"t\",\"a\":1}")).isEqualTo("{\"a\":1}");
    assertThat(schema("true")).isEqualTo("true");
  }

  @Test
  @DisplayName("a property named title, description or default stays, and loses its own prose")
  void propertiesAreNoKeywords() {
    assertThat(
            schema(
                """
                {"properties":{"title":{"title":"T","type":"string"},"default":{"default":1},\
                "description":true},"required":["title","description"]}\
                """))
        .isEqualTo(
            """
            {"properties":{"title":{"type":"string"},"default":{},"description":true},\
            "required":["title","description"]}\
            """);
  }

  @ParameterizedTest
  @DisplayName("prose is removed below every keyword that holds schemas")
  @CsvSource({
    "additionalProperties",
    "additionalItems",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties"
  })
  void proseIsRemovedBelowKeywordsOfOneSchema(String keyword) {
    assertThat(schema("{\"" + keyword + "\":{\"title\":\"t\",\"type\":\"string\"}}"))
        .isEqualTo("{\"" + keyword + "\":{\"type\":\"string\"}}");
  }

  @ParameterizedTest
  @CsvSource({"allOf", "anyOf", "oneOf", "prefixItems", "items"})
  void proseIsRemovedBelowKeywordsOfManySchemas(String keyword) {
    assertThat(schema("{\"" + keyword + "\":[{\"title\":\"t\"}, true, {\"a\":1}]}"))
        .isEqualTo("{\"" + keyword + "\":[{},true,{\"a\":1}]}");
  }

  @ParameterizedTest
  @CsvSource({
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
    "dependencies"
  })
  void proseIsRemovedBelowKeywordsOfNamedSchemas(String keyword) {
    assertThat(schema("{\"" + keyword + "\":{\"title\":{\"title\":\"t\"},\"b\":[\"title\"]}}"))
        .isEqualTo("{\"" + keyword + "\":{\"title\":{},\"b\":[\"title\"]}}");
  }

  @ParameterizedTest
  @DisplayName("values are no schemas: what they hold stays, to the letter")
  @CsvSource({"enum", "const", "x-secret", "x-mcp-header", "discriminator", "required"})
  void valuesInSchemasStay(String keyword) {
    var schema = "{\"" + keyword + "\":[ {\"title\" : \"t\"}, 1.00, \"\\u0041\" ]}";
    assertThat(schema(schema)).isEqualTo(schema);
  }

  @ParameterizedTest
  @DisplayName("a schema of which a part refers to prose stays as it is")
  @CsvSource({
    "#/default, true",
    "#/properties/a/examples/0, true",
    "#/allOf/0/default, true",
    "#/%64efault, true",
    "other#/default, true",
    "#/properties/default, false",
    "#/$defs/title, false",
    "#/allOf/0, false",
    "#/x-known/default, false",
    "#anchor, false",
    "#, false",
    "other, false"
  })
  void aSchemaWithReferencesIntoProseStays(String reference, boolean stays) {
    var schema = "{\"title\":\"t\",\"$ref\":\"" + reference + "\"}";
    var expected = stays ? schema : "{\"$ref\":\"" + reference + "\"}";
    assertThat(schema(schema)).isEqualTo(expected);
  }

  @Test
  @DisplayName("S4-7: one space for any white space, and three dots where it was cut")
  void descriptionsAreShortened() {
    assertThat(description("  a \\n\\t b\\u00a0c  ", 140)).isEqualTo("a b c");
    assertThat(description("x".repeat(140), 140)).isEqualTo("x".repeat(140));
    assertThat(description("x".repeat(141), 140)).isEqualTo("x".repeat(137) + "...");
    assertThat(description("x".repeat(136) + "  yz".repeat(9), 140))
        .isEqualTo("x".repeat(136) + "...");
  }

  @Test
  @DisplayName("C35: a description is cut at a nearby end of a word")
  void aCutDescriptionEndsWithAWord() {
    assertThat(description("A tool for problem solving. ".repeat(9), 80))
        .isEqualTo("A tool for problem solving. A tool for problem solving. A tool for problem...")
        .hasSizeLessThanOrEqualTo(80);
    assertThat(description("Says " + "x".repeat(90), 80))
        .isEqualTo("Says " + "x".repeat(72) + "...");
  }

  @Test
  void noCharacterIsCutInTwo() {
    assertThat(description("x".repeat(136) + "\uD83D\uDE00".repeat(9), 140))
        .isEqualTo("x".repeat(136) + "...");
    assertThat(description("x".repeat(135) + "\uD83D\uDE00".repeat(9), 140))
        .isEqualTo("x".repeat(135) + "\uD83D\uDE00...");
  }

  @Test
  @DisplayName("S4-8: the maximum length is clamped to between 80 and 500")
  void theMaximumLengthIsClamped() {
    assertThat(description("x".repeat(600), 1)).hasSize(80);
    assertThat(description("x".repeat(600), 9999)).hasSize(500);
  }

  @Test
  void invalidDescriptionsAndSchemasStay() {
    var odd = "{\"description\":[\"a  b\"],\"inputSchema\":null,\"outputSchema\":[1]}";
    assertThat(shown(COMPACT, odd)).isEqualTo(odd);
    assertThat(shown(COMPACT, "{}")).isEqualTo("{}");
  }

  @Test
  @DisplayName("a schema of any depth is passed over, and comes out as JSON")
  void aSchemaOfAnyDepthStaysJson() throws Exception {
    int deep = 100_000;
    var schema = "{\"title\":\"t\",\"not\":".repeat(deep) + "{}" + "}".repeat(deep);
    var compact = schema(schema);
    assertThat(compact).startsWith("{\"not\":{\"not\":").contains("\"title\"");
    Slices.value(compact.getBytes(StandardCharsets.UTF_8));
  }
}
