package dev.belay.testbed.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.belay.mcp.server.Speaks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("How the conformance fixture is started")
final class ConformanceOptionsTest {
  @Test
  @DisplayName("unless told otherwise it speaks both eras on stdio, with each client both")
  void defaults() {
    var options = ConformanceOptions.parse();
    assertThat(options.eras()).isEqualTo(Speaks.BOTH);
    assertThat(options.isByFirstWord()).isFalse();
    assertThat(options.isStdio()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "legacy, LEGACY, false",
    "modern, MODERN, false",
    "both,   BOTH,   false",
    "first,  BOTH,   true"
  })
  @DisplayName("an era by its name; by the first word it speaks both")
  void eras(String said, Speaks eras, boolean isByFirstWord) {
    var options = ConformanceOptions.parse("--era", said);
    assertThat(options.eras()).isEqualTo(eras);
    assertThat(options.isByFirstWord()).isEqualTo(isByFirstWord);
    assertThat(options.isStdio()).isTrue();
  }

  @Test
  @DisplayName("a port is HTTP, and 0 any port of it, whatever the order of the options")
  void ports() {
    var any = ConformanceOptions.parse("--http", "0", "--era", "modern");
    assertThat(any).isEqualTo(ConformanceOptions.parse("--era", "modern", "--http", "0"));
    assertThat(any.isStdio()).isFalse();
    assertThat(any.port()).isZero();
    assertThat(any.eras()).isEqualTo(Speaks.MODERN);
    assertThat(ConformanceOptions.parse("--http", "8080").port()).isEqualTo(8080);
  }

  @Test
  @DisplayName("of an option that is given twice the last one counts")
  void twice() {
    var options = ConformanceOptions.parse("--era", "first", "--era", "legacy");
    assertThat(options).isEqualTo(ConformanceOptions.parse("--era", "legacy"));
  }

  @ParameterizedTest
  @CsvSource({
    "--nonsense, '',  unknown option --nonsense",
    "--ERA, '',       unknown option --ERA",
    "legacy, '',      unknown option legacy",
    "'', '',          'unknown option '",
    "--era, ,         --era needs a value",
    "--http, ,        --http needs a value",
    "--era, stone,    STONE",
    "--era, '',       enum constant",
    "--http, '',      input string",
    "--http, stdio,   stdio"
  })
  @DisplayName("an option that is unknown or lacks its value is named, and a value that is none")
  void badOptions(String option, @Nullable String value, String said) {
    var words = value == null ? new String[] {option} : new String[] {option, value};
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConformanceOptions.parse(words))
        .withMessageContaining(said);
  }
}
