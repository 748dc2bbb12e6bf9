package dev.belay.mcp.client;

import static dev.belay.mcp.client.Said.result;
import static dev.belay.mcp.client.Said.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.Envelope;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Tools with headers that may not be declared so are left out (MCP 2026-07-28)")
final class ToolFilterTest {
  private static final String OTHER = "{ \"name\" : \"other\", \"x\": 1.0 }";

  private static Envelope page(String... tools) {
    return Envelope.parseOwn(
        utf8(result(1, "\"ttlMs\":5,\"tools\": [" + String.join(" , ", tools) + "]")));
  }

  private static String tool(String schema) {
    return "{\"name\":\"t\",\"inputSchema\":" + schema + "}";
  }

  private static String property(String type, String header) {
    return "{\"type\":%s,\"x-mcp-header\":%s}".formatted(type, header);
  }

  private static String properties(String members) {
    return "{\"type\":\"object\",\"properties\":{" + members + "}}";
  }

  @Test
  void aPageWithoutFaultPassesByteForByte() {
    var page = page(tool(properties("\"a\":" + property("\"string\"", "\"A\""))), OTHER);
    var filter = ToolFilter.of(page);
    assertThat(filter.page()).isSameAs(page);
    assertThat(filter.declared().get("t")).containsExactly(new ParamHeader("A", List.of("a")));
    assertThat(filter.declared().get("other")).isEmpty();
  }

  @Test
  void argumentsThatLieDeeperAreReachedByTheirPath() {
    var deep = properties("\"b\":" + properties("\"c\":" + property("\"boolean\"", "\"C-1\"")));
    var filter = ToolFilter.of(page(tool(properties("\"a\":" + deep))));
    assertThat(filter.declared().get("t"))
        .containsExactly(new ParamHeader("C-1", List.of("a", "b", "c")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"v\":{\"type\":\"string\",\"x-mcp-header\":\"\"}}",
        "{\"v\":{\"type\":\"string\",\"x-mcp-header\":7}}",
        "{\"v\":{\"type\":\"string\",\"x-mcp-header\":\"My Region\"}}",
        "{\"v\":{\"type\":\"string\",\"x-mcp-header\":\"Region:Primary\"}}",
        "{\"v\":{\"type\":\"string\",\"x-mcp-header\":\"R\u00e9gion\"}}",
        "{\"v\":{\"type\":\"string\",\"x-mcp-header\":\"Region\\t1\"}}",
        "{\"v\":{\"type\":\"string\",\"x-mcp-header\":\"A\\r\\nEvil\"}}",
        "{\"v\":{\"type\":\"object\",\"x-mcp-header\":\"A\"}}",
        "{\"v\":{\"type\":\"array\",\"x-mcp-header\":\"A\"}}",
        "{\"v\":{\"type\":\"null\",\"x-mcp-header\":\"A\"}}",
        "{\"v\":{\"type\":\"number\",\"x-mcp-header\":\"A\"}}",
        "{\"v\":{\"type\":[\"string\",\"null\"],\"x-mcp-header\":\"A\"}}",
        "{\"v\":{\"x-mcp-header\":\"A\"}}",
        "{\"v\":{\"type\":\"string\",\"x-mcp-header\":\"A\"},\"w\":{\"type\":\"string\",\"x-mcp-header\":\"a\"}}",
        "{\"v\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}",
        "{\"v\":{\"oneOf\":[{\"type\":\"string\",\"x-mcp-header\":\"A\"}]}}",
        "{\"v\":{\"items\":{\"properties\":{\"w\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}}}",
        "{\"v\":{\"additionalProperties\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}",
        "{\"v\":{\"patternProperties\":{\"p\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}}"
      })
  void aDeclarationThatBreaksTheRulesTakesItsToolOutAndNoOther(String members) {
    var filter = ToolFilter.of(page(tool("{\"properties\":" + members + "}"), OTHER));
    assertThat(filter.page().toString())
        .isEqualTo(result(1, "\"ttlMs\":5,\"tools\": [" + OTHER + "]"));
    assertThat(filter.declared()).containsOnlyKeys("other");
    assertThat(filter.excluded()).singleElement().asString().startsWith("The tool \"t\" is left");
  }

  @Test
  void aDeclarationAtTheRootOrInADefinitionIsOfNoArgument() {
    var root = "{\"type\":\"string\",\"x-mcp-header\":\"A\"}";
    assertThat(ToolFilter.of(page(tool(root))).page().toString())
        .isEqualTo(result(1, "\"ttlMs\":5,\"tools\": []"));
    assertThat(ToolFilter.of(page(tool("{\"$defs\":{\"d\":" + root + "}}"))).excluded()).hasSize(1);
  }

  @Test
  void whatIsOnlyCalledSoIsNoDeclaration() {
    var named = "\"x-mcp-header\":{\"type\":\"object\"}";
    var data =
        "\"v\":{\"type\":\"object\",\"default\":{\"x-mcp-header\":1},\"enum\":[{\"x-mcp-header\":2}]}";
    assertThat(ToolFilter.of(page(tool(properties(named)), tool(properties(data)))).excluded())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tools\":7",
        "\"tools\":[7,null,[],{}]",
        "\"tools\":[{\"inputSchema\":7},{\"inputSchema\":{\"properties\":[]}}]",
        "\"other\":1"
      })
  void whatIsNoListOfToolsPasses(String members) {
    var page = Envelope.parseOwn(utf8(result(1, members)));
    assertThat(ToolFilter.of(page).page()).isSameAs(page);
  }
}
