package dev.belay.cli.display;

import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a tool last said of its progress.
 *
 * @param done how far it is, as people read it; null if it did not say
 * @param total how far it will go; null if it does not know
 * @param share done of total, between 0 and 1; negative without a total
 * @param message its own words, on one line; empty if it has none
 */
public record Progress(
    @Nullable String done, @Nullable String total, double share, String message) {
  private static final int LONGEST_NUMBER = 40;

  /** {@return what a progress notification says} */
  public static Progress of(Envelope notification) {
    var done = number(notification.number(Member.PARAMS_PROGRESS));
    var total = number(notification.number(Member.PARAMS_TOTAL));
    var message = notification.text(Member.PARAMS_MESSAGE);
    return new Progress(
        done == null ? null : done.toPlainString(),
        total == null ? null : total.toPlainString(),
        share(done, total),
        message == null ? "" : Controls.line(message));
  }

  private static double share(@Nullable BigDecimal done, @Nullable BigDecimal total) {
    return done == null || total == null || total.signum() <= 0
        ? -1
        : Math.clamp(done.doubleValue() / total.doubleValue(), 0, 1);
  }

  private static @Nullable BigDecimal number(@Nullable String literal) {
    if (literal == null || literal.length() > LONGEST_NUMBER) {
      return null;
    }
    var number = new BigDecimal(literal).stripTrailingZeros();
    return Math.abs(number.scale()) > LONGEST_NUMBER ? null : number;
  }

  /** {@return {@code 3/5}, {@code 3}, or nothing, and then the message} */
  String text() {
    var count = done == null ? "" : total == null ? done : done + "/" + total;
    return (count + " " + message).strip();
  }
}
