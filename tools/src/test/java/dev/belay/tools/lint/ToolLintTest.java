package dev.belay.tools.lint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.tools.schema.ArgumentSchema;
import dev.belay.tools.schema.ArgumentSpec;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Lint says what a model or a client will stumble over")
final class ToolLintTest {
  private static String tool(String name, String schema) {
    return "{\"name\":\""
        + name
        + "\",\"description\":\"Does it.\",\"inputSchema\":"
        + schema
        + "}";
  }

  private static String withProperty(String property) {
    return tool("t", "{\"type\":\"object\",\"properties\":{\"p\":" + property + "}}");
  }

  private static List<String> lint(String... tools) {
    var all = Stream.of(tools).map(tool -> tool.getBytes(UTF_8)).toList();
    return new ToolLint(all).of(all.getFirst()).stream().map(Finding::message).toList();
  }

  @Test
  void aGoodToolHasNoFindings() {
    assertThat(lint(withProperty("{\"type\":\"string\",\"description\":\"what\"}"))).isEmpty();
  }

  @Test
  void namesThatAreWrongOrAlike() {
    var schema = "{\"type\":\"object\"}";
    assertThat(lint(tool("a b", schema)))
        .containsExactly("the name does not fit [A-Za-z0-9_.-]{1,128}");
    assertThat(lint(tool("git.commit", schema)))
        .containsExactly("the name does not fit [A-Za-z0-9_-]{1,64}");
    assertThat(lint(tool("a", schema), tool("a", schema)))
        .containsExactly("the name is there twice");
    assertThat(
            lint(tool("get_issue", schema), tool("getIssues", schema), tool("close_issue", schema)))
        .containsExactly("the name differs from 'getIssues' only in how it is written");
  }

  @Test
  void whatIsMissing() {
    assertThat(lint("{\"name\":\"t\",\"inputSchema\":{\"properties\":{\"p\":{}}}}"))
        .containsExactly(
            "no description",
            "the type of inputSchema is not \"object\"",
            "parameter 'p' has no description");
    assertThat(lint("{\"name\":\"t\",\"description\":\" \"}")).contains("no description");
  }

  @Test
  void tooManyParameters() {
    var properties =
        IntStream.range(0, 11)
            .mapToObj(i -> "\"p" + i + "\":{\"description\":\"d\"}")
            .reduce((a, b) -> a + "," + b)
            .orElseThrow();
    assertThat(lint(tool("t", "{\"type\":\"object\",\"properties\":{" + properties + "}}")))
        .containsExactly("it has 11 parameters, more than 10");
  }

  @Test
  void hintsThatContradictEachOther() {
    assertThat(
            lint(
                "{\"name\":\"t\",\"description\":\"d\",\"inputSchema\":{\"type\":\"object\"},"
                    + "\"annotations\":{\"readOnlyHint\":true,\"destructiveHint\":true}}"))
        .containsExactly("it says that it only reads, and that it destroys");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"description":"d","$ref":"#/$defs/X"}          | 'p' is a $ref
          {"description":"d","type":["string","null"]}    | 'p' has a list of types
          {"description":"d","anyOf":[{"type":"string"},{"type":"null"}]} | 'p' may be null by anyOf
          {"description":"d","type":"array"}              | 'p' is an array without items
          {"description":"d","type":"array","items":{"$ref":"#/x"}} | 'p[]' is a $ref
          {"description":"d","type":"object","properties":{"a b":{}}} | parameter 'a b' does not fit [A-Za-z0-9_.-]{1,64}
          """)
  void whatClientsReject(String property, String finding) {
    assertThat(lint(withProperty(property))).containsExactly(finding);
  }

  @Test
  void choicesAtTheRootAndDeepStructures() {
    assertThat(lint(tool("t", "{\"type\":\"object\",\"oneOf\":[{\"required\":[\"a\"]}]}")))
        .containsExactly("inputSchema has oneOf at its root");
    var deep = "{\"type\":\"string\",\"description\":\"d\"}";
    for (int i = 0; i < 6; i++) {
      deep = "{\"type\":\"object\",\"description\":\"d\",\"properties\":{\"p\":" + deep + "}}";
    }
    assertThat(lint(tool("t", deep))).containsExactly("'p.p.p.p.p.p' is nested more than 5 deep");
  }

  @Test
  @DisplayName("A schema of a hostile server, nested without an end, costs neither stack nor time")
  void nestingHasABound() {
    int levels = 20_000;
    assertThat(lint(withProperty("{\"not\":".repeat(levels) + "{}" + "}".repeat(levels))))
        .hasSizeLessThan(100);
  }

  @Test
  void everyFindingOnSchemasNamesItsSourceAndAdvice() {
    byte[] tool = withProperty("{\"description\":\"d\",\"$ref\":\"#/x\"}").getBytes(UTF_8);
    assertThat(new ToolLint(List.of(tool)).of(tool))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.source()).isEqualTo("google-gemini/gemini-cli#13326");
          assertThat(finding.advice()).startsWith("Write the schema where it is used");
        });
  }

  @Test
  void whatIsMadeOfJavaTypesIsClean() throws Exception {
    var parameter = String.class.getMethod("repeat", int.class).getParameters()[0];
    var schema =
        ArgumentSchema.of(
            List.of(
                new ArgumentSpec("count", int.class, parameter, "how often", true, null),
                new ArgumentSpec("tags", List.class, parameter, "which", false, null)));
    assertThat(lint(tool("t", new String(schema.bytes(), UTF_8)))).isEmpty();
  }

  @Test
  void whatIsNoJsonIsRefused() {
    assertThatThrownBy(() -> lint("{")).isInstanceOf(IllegalArgumentException.class);
  }
}
