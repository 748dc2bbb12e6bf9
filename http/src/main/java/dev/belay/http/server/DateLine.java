package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.belay.core.time.Time;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The {@code Date} header, written once per sweep and not once per answer. */
final class DateLine {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Time time;
  private volatile byte[] line;

  DateLine(Time time) {
    this.time = time;
    this.line = now();
  }

  void refresh() {
    line = now();
  }

  byte[] line() {
    return line;
  }

  private byte[] now() {
    return ("Date: " + FORMAT.format(time.wall()) + "\r\n").getBytes(US_ASCII);
  }
}
