package dev.belay.mcp.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.mcp.envelope.NotJson;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("MCP 2026-07-28 §x-mcp-header: a schema by itself says what comes in headers")
final class HeaderDeclarationsTest {
  private static List<ParamHeader> of(String schema) throws HeaderDeclarations.Invalid, NotJson {
    return HeaderDeclarations.of(schema.getBytes(UTF_8));
  }

  @Test
  @DisplayName("by the path that leads to each argument")
  void reads() throws HeaderDeclarations.Invalid, NotJson {
    assertThat(
            of(
                """
                {"properties":{"a":{"type":"string","x-mcp-header":"A"},
                  "b":{"type":"object","properties":{"c":{"type":"integer","x-mcp-header":"C"}}}}}
                """))
        .containsExactly(
            new ParamHeader("A", List.of("a")), new ParamHeader("C", List.of("b", "c")));
    assertThat(of("true")).isEmpty();
  }

  @Test
  @DisplayName("what is no JSON, or breaks the rules, is told")
  void refuses() {
    assertThatThrownBy(() -> of("{")).isInstanceOf(NotJson.class);
    assertThatThrownBy(
            () -> of("{\"properties\":{\"a\":{\"type\":\"number\",\"x-mcp-header\":\"A\"}}}"))
        .isInstanceOf(HeaderDeclarations.Invalid.class)
        .hasMessageContaining("not primitive");
  }
}
