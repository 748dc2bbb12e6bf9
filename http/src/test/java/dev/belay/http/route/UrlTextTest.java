package dev.belay.http.route;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Names in URLs")
final class UrlTextTest {
  @Test
  @DisplayName("in a path: a plus stands for itself, and a stray percent sign changes nothing")
  void parts() {
    assertThat(UrlText.decoded("main%3As%2f1+2")).isEqualTo("main:s/1+2");
    assertThat(UrlText.decoded("100%")).isEqualTo("100%");
    assertThat(UrlText.decoded("%C3%A4")).isEqualTo("ä");
  }

  @Test
  @DisplayName("in a query: the first of that name counts, and a plus is a space")
  void parameters() {
    assertThat(UrlText.parameter("xa=0&a=1+2%2B&a=3", "a")).isEqualTo("1 2+");
    assertThat(UrlText.parameter("b=1", "a")).isNull();
    assertThat(UrlText.parameter("a=%", "a")).isEqualTo("%");
    assertThat(UrlText.parameter(null, "a")).isNull();
  }
}
