package dev.belay.agent.model.provider;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Reads {@code Retry-After}: seconds, or a date (RFC 9110 §10.2.3). */
final class RetryAfter {
  private RetryAfter() {}

  /** {@return how long from {@code now} on; null if it is neither} */
  static @Nullable Duration of(String value, Instant now) {
    var text = value.strip();
    try {
      if (text.matches("\\d{1,9}")) {
        return Duration.ofSeconds(Long.parseLong(text));
      }
      var at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return at.isBefore(now) ? Duration.ZERO : Duration.between(now, at);
    } catch (DateTimeException _) {
      return null;
    }
  }
}
