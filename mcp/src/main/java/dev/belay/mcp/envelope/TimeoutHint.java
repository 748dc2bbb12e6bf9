package dev.belay.mcp.envelope;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limit requested by a request itself: {@code _meta.timeout}, or {@code _meta._timeout} (C28).
 */
public final class TimeoutHint {
  /** Upper bound of wishes: the configured total caps them, if there is one. */
  private static final Duration LONGEST = Duration.ofDays(3650);

  private static final BigDecimal LONGEST_MS = new BigDecimal(LONGEST.toMillis());
  private static final int LONGEST_LITERAL = 40;

  private TimeoutHint() {}

  /** {@return the wish of a request; zero for none} */
  public static Duration of(Envelope request) {
    var canonical = of(request.number(Member.META_TIMEOUT));
    return canonical.isZero() ? of(request.number(Member.META_TIMEOUT_UNDERSCORE)) : canonical;
  }

  /** {@return the wish in the params of a request, which are valid JSON; zero for none} */
  public static Duration ofParams(byte[] params) {
    var canonical = ofParams(params, "timeout");
    return canonical.isZero() ? ofParams(params, "_timeout") : canonical;
  }

  private static Duration ofParams(byte[] params, String key) {
    try {
      var span = Slices.find(params, Slices.value(params), "_meta", key);
      return span == null || span.length() > LONGEST_LITERAL
          ? Duration.ZERO
          : of(new String(span.of(params), StandardCharsets.US_ASCII));
    } catch (NotJson _) {
      return Duration.ZERO;
    }
  }

  /**
   * Parses one wish.
   *
   * @param literal a JSON value: milliseconds, if it is a number; null for none
   * @return zero for none, for a value that is not a number, and for one that is not positive
   */
  public static Duration of(@Nullable String literal) {
    if (literal == null || literal.length() > LONGEST_LITERAL) {
      return Duration.ZERO;
    }
    BigDecimal millis;
    try {
      millis = new BigDecimal(literal);
    } catch (NumberFormatException _) {
      // Not a number, or one with an exponent beyond the range of an int.
      return Duration.ZERO;
    }
    if (millis.signum() <= 0) {
      return Duration.ZERO;
    }
    return millis.compareTo(LONGEST_MS) > 0
        ? LONGEST
        : Duration.ofNanos(millis.movePointRight(6).longValue());
  }
}
