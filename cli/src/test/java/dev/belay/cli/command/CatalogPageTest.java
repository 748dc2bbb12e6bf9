package dev.belay.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.client.ToolDefinition;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The catalog: sizes of what a model must read, and lint")
final class CatalogPageTest {
  private static final String GOOD =
      "{\"name\":\"good\",\"description\":\"Does"
          + " good.\\nMore.\",\"inputSchema\":{\"type\":\"object\"}}";

  @Test
  void aGoodToolHasItsSizeAndNothingElse() {
    assertThat(catalog(GOOD).text())
        .isEqualTo(
            """
            TOOL    BYTES  ~TOKENS  DESCRIPTION
            good    81     21       Does good.
            1 tool  81     21
            """);
  }

  @Test
  void whatIsOddIsSaidBelow() {
    var catalog =
        catalog(
            "{\"name\":\"a b\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"p\":{}}}}",
            "{\"name\":\"good\",\"description\":\"" + "x".repeat(141) + "\"}",
            GOOD);

    assertThat(catalog.text().split("\n\n", -1)[1])
        .isEqualTo(
            """
            a b: the name does not fit [A-Za-z0-9_.-]{1,128}
            a b: no description
            a b: parameter 'p' has no description
            good: the name is there twice
            good: the description has 141 characters, more than 140
            good: the type of inputSchema is not "object"
            good: the name is there twice
            """);
    assertThat(catalog.text()).contains(" " + "x".repeat(57) + "...\n");
  }

  @Test
  @DisplayName("--lint says what to do about each finding, and who says so")
  void lintHasAdviceAndSources() {
    var odd =
        "{\"name\":\"odd\",\"description\":\"d\",\"inputSchema\":{\"type\":\"object\","
            + "\"properties\":{\"p\":{\"type\":\"array\"}}}}";
    assertThat(catalog(odd, GOOD).lint())
        .isEqualTo(
            """
            odd: parameter 'p' has no description
                Say what it is for and what form it has.
            odd: 'p' is an array without items
                Say what its items are: clients reject the tool, or all tools. [microsoft/vscode#246119, mark3labs/mcphost#35]
            2 findings in 1 of 2 tools
            """);
    assertThat(catalog(GOOD).lint()).isEqualTo("0 findings in 0 of 1 tool\n");
  }

  @Test
  @DisplayName("what a model reads and a person does not see is said, escaped or not")
  void whatCannotBeSeenIsSaid() {
    var hidden = GOOD.replace("Does", "Do\u200b\\u202ees");
    assertThat(catalog(hidden).text())
        .contains(
            "good: it holds characters that a model reads and a person does not see: U+200B,"
                + " U+202E\n");
  }

  @Test
  void programsGetTheSameAsJson() {
    assertThat(catalog(GOOD).json())
        .isEqualTo(
            """
            {"tools":[
              {"name":"good","description":"Does good.\\nMore.","bytes":81,"tokens":21,"lint":[]}
             ],
             "total":{"tools":1,"bytes":81,"tokens":21}}
            """);
    assertThat(catalog().json())
        .isEqualTo("{\"tools\":[],\n \"total\":{\"tools\":0,\"bytes\":0,\"tokens\":0}}\n");
  }

  private static CatalogPage catalog(String... tools) {
    return new CatalogPage(
        Stream.of(tools).map(tool -> new ToolDefinition(tool.getBytes(UTF_8))).toList());
  }
}
