package dev.belay.testbed.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.belay.mcp.server.Speaks;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  @ValueSource(strings = {"--nonsense", "--ERA", "legacy", "-h", ""})
  @DisplayName("an option that it does not know is named")
  void unknownOptions(String option) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConformanceOptions.parse("--era", "both", option))
        .withMessage("unknown option " + option);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--era", "--http"})
  @DisplayName("an option without its value is told so")
  void missingValues(String option) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConformanceOptions.parse(option))
        .withMessage(option + " needs a value");
  }

  @ParameterizedTest
  @CsvSource({"--era, stone", "--era, ''", "--http, stdio", "--http, ''"})
  @DisplayName("a value that is no era and no port starts nothing")
  void badValues(String option, String value) {
    assertThatIllegalArgumentException().isThrownBy(() -> ConformanceOptions.parse(option, value));
  }
}
