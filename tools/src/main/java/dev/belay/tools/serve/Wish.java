package dev.belay.tools.serve;

import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The limit that a request asks for: {@code _meta.timeout}, or {@code _meta._timeout} (C28). */
final class Wish {
  /** Longer wishes are taken for this one: the configured total caps them, where there is one. */
  private static final Duration LONGEST = Duration.ofDays(3650);

  private static final BigDecimal LONGEST_MS = new BigDecimal(LONGEST.toMillis());
  private static final int LONGEST_LITERAL = 40;

  private Wish() {}

  /** {@return what the params of a request wish for, in milliseconds there; zero for nothing} */
  static Duration of(byte[] params) {
    var canonical = of(params, "timeout");
    return canonical.isZero() ? of(params, "_timeout") : canonical;
  }

  private static Duration of(byte[] params, String key) {
    try {
      var span = Slices.find(params, Slices.value(params), "_meta", key);
      if (span == null || span.length() > LONGEST_LITERAL) {
        return Duration.ZERO;
      }
      var millis = new BigDecimal(new String(span.of(params), StandardCharsets.US_ASCII));
      if (millis.signum() <= 0) {
        return Duration.ZERO;
      }
      return millis.compareTo(LONGEST_MS) > 0
          ? LONGEST
          : Duration.ofNanos(millis.movePointRight(6).longValue());
    } catch (NotJson | NumberFormatException _) {
      return Duration.ZERO;
    }
  }
}
