package dev.belay.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A header carries any text (MCP 2026-07-28 §value-encoding)")
final class HeaderTextTest {
  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "us-west1,us-west1",
        "us west 1,us west 1",
        "'',''",
        "=?base64?,=?base64?",
        " a,=?base64?IGE=?=",
        "a ,=?base64?YSA=?=",
        "'a\nb',=?base64?YQpi?=",
        "'\ta',=?base64?CWE=?=",
        "\u4e16,=?base64?5LiW?=",
        "=?base64?YQ==?=,=?base64?PT9iYXNlNjQ/WVE9PT89?="
      })
  void plainIfItCanBeAndElseInBase64(String text, String header) {
    assertThat(HeaderText.of(text)).isEqualTo(header);
  }
}
