package dev.belay.cli.display;

import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.progress.KeepAlive;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The latest progress of a tool.
 *
 * @param done how far it is, formatted for people; null if unknown
 * @param total how far it will go; null if unknown
 * @param share {@code done} divided by {@code total}, between 0 and 1; negative without a total
 * @param message the tool's message, on one line; may be empty
 */
public record ShownProgress(
    @Nullable String done, @Nullable String total, double share, String message) {
  private static final int LONGEST_NUMBER = 40;

  /** {@return the progress in a notification} */
  public static ShownProgress of(Envelope notification) {
    var done = number(notification.number(Member.PARAMS_PROGRESS));
    var total = number(notification.number(Member.PARAMS_TOTAL));
    var message = notification.text(Member.PARAMS_MESSAGE);
    if (message != null && KeepAlive.isText(message)) {
      // Its number is invented, since every notification has to have one.
      return new ShownProgress(null, null, -1, message);
    }
    return new ShownProgress(
        done == null ? null : done.toPlainString(),
        total == null ? null : total.toPlainString(),
        share(done, total),
        message == null ? "" : Controls.line(message));
  }

  /** {@return the progress of a job, whose value is a share of the whole (S2-8)} */
  public static ShownProgress ofJob(Envelope notification) {
    var share = number(notification.number(Member.PARAMS_PROGRESS));
    var message = notification.text(Member.PARAMS_MESSAGE);
    return new ShownProgress(
        null,
        null,
        share == null ? -1 : Math.clamp(share.doubleValue(), 0, 1),
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

  /** {@return {@code 3/5}, {@code 3} or nothing, followed by the message} */
  String text() {
    var count = done == null ? "" : total == null ? done : done + "/" + total;
    return (count + " " + message).strip();
  }
}
