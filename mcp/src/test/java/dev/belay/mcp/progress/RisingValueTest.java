package dev.belay.mcp.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.progress.ClientProgress.RisingValue;
import java.math.BigDecimal;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("C16: the progress of one token strictly increases, whoever sets it")
final class RisingValueTest {
  private final RisingValue value = new RisingValue();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          what rises by itself goes as it is          | 0 1.50 1e2              | 0 1.50 1e2
          the first may be anything                   | -7 -6                   | -7 -6
          what does not rise is raised a little       | 5 5.0 3 none 6          | 5 5.001 5.002 5.003 6
          what has no numbers is counted until it has | alive none none 2 none  | 0.001 1.001 2.001 2.002 2.003
          keep-alives stay below the next step        | alive 1 alive 2         | 0.001 1 1.001 2
          """)
  void rises(String what, String said, String sent) {
    assertThat(Stream.of(said.split(" ", -1)).map(this::sent))
        .as(what)
        .containsExactly(sent.split(" ", -1));
  }

  private String sent(String said) {
    return switch (said) {
      case "alive" -> value.raise(RisingValue.STEP);
      case "none" -> value.raiseTo(null);
      default -> value.raiseTo(said);
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e999999999",
        "1e-999999999",
        "1e99999999999",
        "-1e99999999999",
        "1e2147483648",
        "1e-2147483648",
        "1E+2147483647",
        "99999999999999999999999999999999999999999999"
      })
  @DisplayName("P21: absurd numbers are not taken at their word")
  void absurdNumbersAreNotTakenAtTheirWord(String absurd) {
    assertThat(value.raiseTo(absurd)).isEqualTo("0.001");
    assertThat(value.raiseTo(absurd)).isEqualTo("0.002");
  }

  @Test
  void anyMixRises() {
    var random = new Random(16);
    var last = new BigDecimal("-1e60");
    for (int i = 0; i < 5_000; i++) {
      var literal = random.nextInt(-9, 99) + "e" + random.nextInt(-9, 9);
      var sent = random.nextInt(4) == 0 ? value.raise(RisingValue.STEP) : value.raiseTo(literal);
      var now = new BigDecimal(sent);
      assertThat(now).isGreaterThan(last);
      last = now;
    }
  }
}
