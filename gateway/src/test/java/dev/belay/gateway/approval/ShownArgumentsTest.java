package dev.belay.gateway.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.listing.Canonical;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A person sees the whole of what runs")
final class ShownArgumentsTest {
  private static @Nullable String canonical(String json) {
    var bytes = Canonical.unambiguous(json.getBytes(StandardCharsets.UTF_8));
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  private static ShownArguments shown(String json) {
    var canonical = canonical(json);
    assertThat(canonical).isNotNull();
    return ShownArguments.of(canonical);
  }

  @Test
  @DisplayName("each member on a line of its own, in order, whatever braces are in texts")
  void indented() {
    var shown = shown("{\"b\":[1,{\"x\":\"}{,:\\\"\"}],\"a\":{},\"c\":[]}");
    assertThat(shown.text())
        .isEqualTo(
            """
            {
              "a": {},
              "b": [
                1,
                {
                  "x": "}{,:\\""
                }
              ],
              "c": []
            }\
            """);
    assertThat(shown.facts()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "202e,U+202E", "200b,U+200B", "2066,U+2066", "feff,U+FEFF", "00ad,U+00AD", "3164,U+3164",
    "2800,U+2800", "115f,U+115F", "00a0,U+00A0", "fe0f,U+FE0F", "200d,U+200D", "e000,U+E000",
    "0378,U+0378", "2028,U+2028", "0085,U+0085", "27e6,U+27E6"
  })
  @DisplayName("with names in place of characters that have no shape, escaped or not")
  void hidden(String code, String name) {
    for (var given : new String[] {"\\u" + code, Character.toString(Integer.parseInt(code, 16))}) {
      var shown = shown("{\"path\":\"a" + given + "b\"}");
      assertThat(shown.text()).contains("a\u27e6" + name + "\u27e7b");
      assertThat(shown.facts()).anyMatch(fact -> fact.contains(name));
    }
  }

  @Test
  @DisplayName("with tag characters beyond the first plane named, too")
  void tags() {
    var tag = Character.toString(0xe0041);
    assertThat(shown("{\"a\":\"x" + tag + "\"}").text()).contains("x\u27e6U+E0041\u27e7");
  }

  @Test
  @DisplayName("with words of two scripts, hosts, paths upwards and shell characters said")
  void facts() {
    assertThat(shown("{\"a\":\"p\u0430ypal\"}").facts())
        .containsExactly("Has letters of more than one script in a word: p\u0430ypal.");
    assertThat(shown("{\"a\":\"line\\n\u043f\u0440\u0438\u0432\u0435\u0442\"}").facts())
        .noneMatch(fact -> fact.contains("script"));
    assertThat(shown("{\"u\":\"https://user@evil.example:8080/x?https://good.example\"}").facts())
        .contains("Names the host user@evil.example:8080.", "Names the host good.example.");
    assertThat(shown("{\"p\":\"/srv/../etc\"}").facts())
        .containsExactly("Has a path that leads up, by \"..\".");
    assertThat(shown("{\"p\":\"..\"}").facts()).isNotEmpty();
    assertThat(shown("{\"p\":\"a..b\"}").facts()).isEmpty();
    assertThat(shown("{\"c\":\"ls; rm -rf $(pwd)\"}").facts())
        .containsExactly("Has characters with a meaning for a shell: ; $(");
  }

  @Test
  @DisplayName("with each line of a text on a line of its own, that reads like no member")
  void lines() {
    var shown = shown("{\"a\":\"one\\n\\\"b\\\": 2\\n\"}");
    assertThat(shown.text())
        .isEqualTo(
            """
            {
              "a": "one\\n
                \u2502 \\"b\\": 2\\n
                \u2502 "
            }\
            """);
    assertThat(shown.facts()).isEmpty();
    assertThat(shown("{\"c\":\"ls\\nrm x; y\"}").facts())
        .containsExactly("Has characters with a meaning for a shell: \\n ;");
  }

  @Test
  @DisplayName("and all of a megabyte, with a bounded number of facts")
  void large() {
    var text = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      text.append("https://h").append(i).append(".example/ ");
    }
    var shown = shown("{\"a\":\"" + text + "\"}");
    assertThat(shown.text()).contains("h29999.example");
    assertThat(shown.facts()).hasSize(8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"x\":[{\"k\":1,\"k\":1}]}",
        "{\"a\":\"\\ud800\"}",
        "{\"a\":\"\\udc00\\ud800\"}",
        "{\"\\ud800\":1}"
      })
  @DisplayName("What readers could understand differently has no canonical form")
  void ambiguous(String json) {
    assertThat(canonical(json)).isNull();
  }

  @Test
  @DisplayName("nor has what is nested too deeply, as a whole pair of surrogates has")
  void deep() {
    assertThat(canonical("{\"a\":" + "[".repeat(200) + "]".repeat(200) + "}")).isNull();
    assertThat(canonical("{\"a\":\"\\ud83d\\ude00\"}")).isEqualTo("{\"a\":\"\ud83d\ude00\"}");
  }
}
