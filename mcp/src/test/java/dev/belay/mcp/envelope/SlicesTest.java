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
  void membersComeInTheirOrderAndTheFirstOfAKeyCounts() throws NotJson {
    byte[] json = utf8("{\"b\":1,\"\\u0061\":[2],\"b\":3}");

    var members = Slices.members(json, Slices.value(json));

    assertThat(members.keySet()).containsExactly("b", "a");
    assertThat(members.values()).map(value -> text(value.of(json))).containsExactly("1", "[2]");
    assertThat(Slices.members(utf8("{}"), new Span(0, 2))).isEmpty();
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
