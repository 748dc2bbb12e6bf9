package dev.belay.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
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
    assertThat(Stream.of("id", "n", "maybe", "either", "any").filter(TOOL::takesText))
        .containsExactly("id", "maybe");
    assertThat(TOOL.takesText("unknown")).isFalse();
  }

  @Test
  void aDefinitionThatIsNoneHasNothing() {
    for (var json : new String[] {"{}", "[]", "3", "{\"name\":4,\"inputSchema\":\"x\"}"}) {
      assertThat(tool(json).name()).isEmpty();
      assertThat(tool(json).description()).isNull();
      assertThat(tool(json).takesText("x")).isFalse();
    }
  }

  private static ToolDefinition tool(String json) {
    return new ToolDefinition(json.getBytes(UTF_8));
  }
}
