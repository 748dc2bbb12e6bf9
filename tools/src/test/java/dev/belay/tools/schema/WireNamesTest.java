package dev.belay.tools.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Claim("S4-51")
class WireNamesTest {
  @ParameterizedTest
  @CsvSource({
    "maxResults,max_results",
    "query,query",
    "parseURL,parse_url",
    "parseURLOf,parse_url_of",
    "URLParser,url_parser",
    "utf8Name,utf8_name",
    "already_snake,already_snake",
    "aB,a_b",
    "X,x",
  })
  @DisplayName("S4-51 names of Java are in snake case in JSON")
  void snakeCase(String java, String json) {
    assertThat(WireNames.snakeCase(java)).isEqualTo(json);
  }
}
