package dev.belay.testkit.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @Test
  void everyValueKeepsItsSpelling() {
    var message = Json.parse(" {\"id\" : 1e3, \"params\":{\"a\":[1, \"\\u00e9\"],\"b\":null}} ");

    assertThat(message.at("id").raw()).isEqualTo("1e3");
    assertThat(message.at("params").raw()).isEqualTo("{\"a\":[1, \"\\u00e9\"],\"b\":null}");
    assertThat(message.at("params", "a").items()).extracting(Json::text).containsExactly("", "é");
    assertThat(message.at("params", "b").present()).isTrue();
    assertThat(message.at("params", "c", "d").present()).isFalse();
  }

  @Test
  void whatIsQuotedReadsBackTheSame() {
    var text = "quote \" backslash \\ line\nbell\u0007 é \uD83D\uDE00";

    assertThat(Json.parse(Json.quote(text)).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{]",
        "{\"a\"}",
        "{\"a\":}",
        "[1,]",
        "[1 2]",
        "1 2",
        "01",
        "nul",
        "\"a",
        "\"\\x\"",
        "\"\\u12\"",
        "{a:1}",
        "\"line\nbreak\""
      })
  void whatIsNoJsonIsRefused(String text) {
    assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(NotJson.class);
  }
}
