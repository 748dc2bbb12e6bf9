package dev.belay.cli.command;

import dev.belay.cli.shell.UsageException;
import java.math.BigDecimal;
import java.time.Duration;

/** Numbers of a command line, checked against their bounds. */
record TypedNumbers(Said said) {
  private static final int MOST = 100_000_000;

  /** {@return a whole number that is at least {@code least}} */
  int count(String option, int otherwise, int least) throws UsageException {
    var number = number(option, BigDecimal.valueOf(otherwise));
    if (number.stripTrailingZeros().scale() > 0 || number.intValue() < least) {
      throw new UsageException(
          option + ": expected a whole number from " + least + " on, not " + number);
    }
    return number.intValue();
  }

  /** {@return a number above zero} */
  double positive(String option, double otherwise) throws UsageException {
    var number = number(option, BigDecimal.valueOf(otherwise));
    if (number.signum() == 0) {
      throw new UsageException(option + ": expected more than 0");
    }
    return number.doubleValue();
  }

  /** {@return seconds, above zero} */
  Duration seconds(String option, double otherwise) throws UsageException {
    return Duration.ofMillis(Math.max(1, Math.round(1000 * positive(option, otherwise))));
  }

  /** {@return milliseconds, which may be zero} */
  Duration millis(String option, int otherwise) throws UsageException {
    return Duration.ofMillis(count(option, otherwise, 0));
  }

  /** {@return a fraction, from 0 to 1} */
  double share(String option, double otherwise) throws UsageException {
    var number = number(option, BigDecimal.valueOf(otherwise));
    if (number.compareTo(BigDecimal.ONE) > 0) {
      throw new UsageException(option + ": expected a number from 0 to 1, not " + number);
    }
    return number.doubleValue();
  }

  private BigDecimal number(String option, BigDecimal otherwise) throws UsageException {
    var text = said.value(option);
    if (text == null) {
      return otherwise;
    }
    if (!text.matches("[0-9]{1,12}([.][0-9]{1,6})?")
        || new BigDecimal(text).compareTo(BigDecimal.valueOf(MOST)) > 0) {
      throw new UsageException(option + ": expected a number, not '" + text + "'");
    }
    return new BigDecimal(text);
  }
}
