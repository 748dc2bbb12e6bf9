package dev.belay.mcp.envelope;

import static dev.belay.mcp.envelope.Lines.text;
import static dev.belay.mcp.envelope.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;

final class SlicesTest {
  private static final byte[] JSON = utf8(" {\"a\":{\"\\u0062\": [1, {\"c\":0.10}]},\"d\":null} ");

  @Test
  void aPathLeadsThroughNestedObjects() throws NotJson {
    Span whole = Slices.value(JSON);

    Span items = Objects.requireNonNull(Slices.find(JSON, whole, "a", "b"));
    assertThat(text(items.of(JSON))).isEqualTo("[1, {\"c\":0.10}]");
    assertThat(Slices.items(JSON, items))
        .map(item -> text(item.of(JSON)))
        .containsExactly("1", "{\"c\":0.10}");
    assertThat(Slices.find(JSON, whole)).isEqualTo(whole);
  }

  @Test
  void aPathThatEndsEarlyFindsNothing() throws NotJson {
    Span whole = Slices.value(JSON);

    assertThat(Slices.find(JSON, whole, "b")).isNull();
    assertThat(Slices.find(JSON, whole, "d", "x")).isNull();
    assertThat(Slices.find(JSON, whole, "a", "b", "c")).isNull();
  }

  @Test
  void whatIsNoJsonIsSaidWhere() {
    assertThatThrownBy(() -> Slices.value(utf8("{\"a\":tru}")))
        .isInstanceOf(NotJson.class)
        .hasMessage("not JSON: unexpected '}' at byte 8");
    assertThatThrownBy(() -> Slices.value(utf8("{\"a\":")))
        .hasMessage("not JSON: it ends too early at byte 5");
    assertThatThrownBy(() -> Slices.value(utf8("1 2")))
        .hasMessage("not JSON: more than one value at byte 2");
  }
}
