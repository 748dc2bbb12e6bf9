package dev.belay.mcp.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.progress.ClientProgress.RisingValue;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("C16: the progress of one token strictly increases, whoever sets it")
final class RisingValueTest {
  private final RisingValue value = new RisingValue();

  @Test
  void whatRisesByItselfGoesAsItIs() {
    assertThat(value.raiseTo("0")).isEqualTo("0");
    assertThat(value.raiseTo("1.50")).isEqualTo("1.50");
    assertThat(value.raiseTo("1e2")).isEqualTo("1e2");
  }

  @Test
  void theFirstMayBeAnything() {
    assertThat(value.raiseTo("-7")).isEqualTo("-7");
    assertThat(value.raiseTo("-6")).isEqualTo("-6");
  }

  @Test
  void whatDoesNotRiseIsRaisedALittle() {
    assertThat(value.raiseTo("5")).isEqualTo("5");
    assertThat(value.raiseTo("5.0")).isEqualTo("5.001");
    assertThat(value.raiseTo("3")).isEqualTo("5.002");
    assertThat(value.raiseTo(null)).isEqualTo("5.003");
    assertThat(value.raiseTo("6")).isEqualTo("6");
  }

  @Test
  void whatHasNoNumbersIsCountedUntilItHas() {
    assertThat(value.raise(RisingValue.STEP)).isEqualTo("0.001");
    assertThat(value.raiseTo(null)).isEqualTo("1.001");
    assertThat(value.raiseTo(null)).isEqualTo("2.001");
    assertThat(value.raiseTo("2")).isEqualTo("2.002");
    assertThat(value.raiseTo(null)).isEqualTo("2.003");
  }

  @Test
  void keepAlivesStayBelowTheNextStep() {
    assertThat(value.raise(RisingValue.STEP)).isEqualTo("0.001");
    assertThat(value.raiseTo("1")).isEqualTo("1");
    assertThat(value.raise(RisingValue.STEP)).isEqualTo("1.001");
    assertThat(value.raiseTo("2")).isEqualTo("2");
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
