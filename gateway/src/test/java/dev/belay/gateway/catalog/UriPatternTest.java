package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A template tells whose a resource is, whoever wrote it")
final class UriPatternTest {
  @ParameterizedTest
  @CsvSource({
    "file:///{name}, file:///a.txt, true",
    "file:///{name}, file:///a/b.txt, false",
    "file:///{+path}, file:///a/b.txt, true",
    "db://{table}/{id}, db://t/7, true",
    "db://{table}/{id}, db://t, false",
    "db://{table}/{id}.json, db://t/7.xml, false",
    "x://fixed, x://fixed, true",
    "x://fixed, x://fixed/more, false",
    "x://{broken, x://a, false",
    "x://{}, x://a, true"
  })
  void aTemplateMatchesWhatItCouldHaveMade(String template, String uri, boolean matches) {
    assertThat(new UriPattern(template).matches(uri)).isEqualTo(matches);
  }

  @Test
  @DisplayName("CVE-2026-0621: no template, however it is nested, makes matching go back and forth")
  void aMatchIsOnePass() {
    var uri = "x://" + "a,".repeat(50_000) + "!";
    assertThat(new UriPattern("x://{+a*}" + ",{+b*}".repeat(40_000) + "?").matches(uri)).isFalse();
    assertThat(new UriPattern("x://" + "{/id*}".repeat(40_000)).matches(uri)).isTrue();
    assertThat(new UriPattern("x://{" + "(a+)+".repeat(10_000) + "}").matches(uri)).isTrue();
  }
}
