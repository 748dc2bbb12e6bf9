package dev.belay.gateway.listing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.client.ParamHeader;
import dev.belay.tools.annotation.ApprovalNeed;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a server's tools say is known from its lists, page by page")
final class ToolIndexTest {
  private static ToolIndex of(String... pages) {
    var index = ToolIndex.EMPTY;
    for (var page : pages) {
      index = index.with(page.getBytes(UTF_8));
    }
    return index;
  }

  private static ToolIndex.Tool tool(ToolIndex index, String name) {
    return Objects.requireNonNull(index.of(name));
  }

  private static String schema(String property) {
    return "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
        + property
        + "}}}]}";
  }

  @Test
  void theIndexIsEmptyBeforeAnyList() {
    assertThat(ToolIndex.EMPTY.of("t")).isNull();
    assertThat(ToolIndex.EMPTY.isWhole()).isFalse();
    assertThat(ToolIndex.EMPTY.mayHave("t")).isTrue();
  }

  @Test
  @DisplayName("Pages are put together; the last one makes the list whole")
  void pagesAreCombined() {
    var first = of("{\"tools\":[{\"name\":\"t\"}],\"nextCursor\":\"2\"}");
    assertThat(first.isWhole()).isFalse();
    var both = first.with("{\"tools\":[{\"name\":\"u\"}]}".getBytes(UTF_8));
    assertThat(both.isWhole()).isTrue();
    assertThat(both.mayHave("t")).isTrue();
    assertThat(both.mayHave("u")).isTrue();
    assertThat(both.mayHave("v")).isFalse();
    assertThat(first.of("u")).as("an index stays as it is").isNull();
  }

  @Test
  @DisplayName("Whether a tool asks for a person is read from its _meta, also in unknown words")
  void approval() {
    var listed =
        of(
            "{\"tools\":[{\"name\":\"none\"},"
                + "{\"name\":\"ask\",\"_meta\":{\"dev.belay/approval\":\"ask\"}},"
                + "{\"name\":\"person\",\"_meta\":{\"dev.belay/approval\":\"person\"}},"
                + "{\"name\":\"later\",\"_meta\":{\"dev.belay/approval\":[\"two\"]}}]}");
    for (var index : List.of(listed, listed.outdated())) {
      assertThat(tool(index, "none").approval()).isEqualTo(ApprovalNeed.NONE);
      assertThat(tool(index, "ask").approval()).isEqualTo(ApprovalNeed.ASK);
      assertThat(tool(index, "person").approval()).isEqualTo(ApprovalNeed.PERSON);
      assertThat(tool(index, "later").approval()).isEqualTo(ApprovalNeed.ASK);
    }
  }

  @Test
  @DisplayName("A schema's x-secret marks are found wherever the schema has them, also escaped")
  void secretMarksAreFound() {
    var index =
        of(
            schema(
                "\"pin\":{\"x-secret\":true},\"who\":{\"type\":\"object\",\"properties\":"
                    + "{\"born\":{\"x-\\u0073ecret\":true}}},\"plain\":{\"x-secret\":false}"));
    assertThat(tool(index, "t").secrets()).containsExactlyInAnyOrder("pin", "born");
    assertThat(tool(of(schema("\"a\":{\"x-\\u0073ecret\":true}")), "t").secrets())
        .containsExactly("a");
    assertThat(tool(of(schema("\"a\":{}")), "t").secrets()).isEmpty();
    assertThat(tool(of("{\"tools\":[{\"name\":\"t\"}]}"), "t").secrets()).isEmpty();
  }

  @Test
  @DisplayName("Arguments in headers are read; an invalid declaration has none")
  void headerArgumentsAreRead() {
    var declared = schema("\"r\":{\"type\":\"string\",\"x-mcp-header\":\"R\"}");
    assertThat(tool(of(declared), "t").headers())
        .containsExactly(new ParamHeader("R", List.of("r")));
    var wrong = schema("\"r\":{\"type\":\"string\",\"x-mcp-header\":\"not a token\"}");
    assertThat(tool(of(wrong), "t").headers()).isNull();
    assertThat(tool(of(schema("\"r\":{}")), "t").headers()).isEmpty();
  }

  @Test
  @DisplayName("After a change of tools, hints no longer count, and the index is incomplete")
  void aChangeOfToolsDropsHints() {
    var index =
        of(
            "{\"tools\":[{\"name\":\"t\",\"annotations\":{\"readOnlyHint\":true,"
                + "\"idempotentHint\":true}},{\"name\":\"u\",\"annotations\":5}]}");
    assertThat(tool(index, "t").readOnly()).isTrue();
    assertThat(tool(index, "t").idempotent()).isTrue();
    assertThat(tool(index, "u").readOnly()).isFalse();
    var outdated = index.outdated();
    assertThat(tool(outdated, "t").readOnly()).isFalse();
    assertThat(tool(outdated, "t").idempotent()).isFalse();
    assertThat(outdated.isWhole()).isFalse();
    assertThat(outdated.mayHave("t")).isTrue();
  }

  @Test
  @DisplayName("The size of a definition is that of its bytes, whatever becomes of its hints")
  void sizes() {
    var index = of("{\"tools\":[{\"name\":\"t\"},{ \"name\":\"ü\",\"annotations\":{} }]}");
    for (var known : List.of(index.known(), index.outdated().known())) {
      assertThat(known.keySet()).containsExactlyInAnyOrder("t", "ü");
      assertThat(known.values())
          .extracting(ToolIndex.Tool::bytes)
          .containsExactlyInAnyOrder(12, 32);
    }
  }

  @Test
  @DisplayName("Bad input: a result without a list adds nothing, and no server fills the memory")
  void badInputAddsNothingAndIsBounded() {
    for (var page : List.of("null", "[]", "{\"tools\":5}", "{\"tools\":[5,{\"name\":5},{}]}")) {
      assertThat(of(page).mayHave("t")).as(page).isTrue();
    }
    var many = new StringBuilder("{\"tools\":[");
    for (int i = 0; i < 20_001; i++) {
      many.append(i == 0 ? "" : ",").append("{\"name\":\"t").append(i).append("\"}");
    }
    var index = of(many + "]}");
    assertThat(index.of("t19999")).isNotNull();
    assertThat(index.of("t20000")).isNull();
  }
}
