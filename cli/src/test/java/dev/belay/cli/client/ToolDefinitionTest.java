package dev.belay.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ToolDefinitionTest {
  private static final ToolDefinition TOOL =
      tool(
          """
          {"name":"t","description":"d","inputSchema":{"type":"object","properties":{
            "id":{"type":"string","description":"x"},"n":{"type":"number"},
            "maybe":{"type":["string","null"]},"either":{"type":["string","number"]},"any":{}}}}\
          """);

  @Test
  void aParameterTakesTextIfItIsAStringOrNothing() {
    assertThat(TOOL.parameters().keySet()).containsExactly("id", "n", "maybe", "either", "any");
    assertThat(TOOL.parameters().keySet().stream().filter(TOOL::takesText))
        .containsExactly("id", "maybe");
    assertThat(TOOL.takesText("unknown")).isFalse();
  }

  @Test
  void itKnowsWhichParametersAreDescribed() {
    assertThat(TOOL.parameters()).containsEntry("id", true).containsEntry("n", false);
  }

  @Test
  void aDefinitionThatIsNoneHasNothing() {
    for (var json : new String[] {"{}", "[]", "3", "{\"name\":4,\"inputSchema\":\"x\"}"}) {
      assertThat(tool(json).name()).isEmpty();
      assertThat(tool(json).description()).isNull();
      assertThat(tool(json).schemaType()).isNull();
      assertThat(tool(json).parameters()).isEmpty();
    }
  }

  private static ToolDefinition tool(String json) {
    return new ToolDefinition(json.getBytes(UTF_8));
  }
}
