package dev.belay.http.route;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Encodes server-sent events (HTML, "Server-sent events", §9.2.6), once for any number of streams.
 */
public final class Frames {
  private static final byte[] ID = "id: ".getBytes(US_ASCII);
  private static final byte[] EVENT = "event: ".getBytes(US_ASCII);
  private static final byte[] DATA = "data: ".getBytes(US_ASCII);

  private Frames() {}

  /** {@return one event; null for no {@code id:} or no {@code event:}} */
  public static byte[] event(@Nullable String id, @Nullable String event, byte[] data) {
    var out = new ByteArrayOutputStream(data.length + 64);
    if (id != null) {
      field(out, ID, id);
    }
    if (event != null) {
      field(out, EVENT, event);
    }
    data(out, data);
    out.write('\n');
    return out.toByteArray();
  }

  /** {@return an empty comment, used as keep-alive} */
  public static byte[] comment() {
    return ":\n\n".getBytes(US_ASCII);
  }

  /** {@return the reconnection delay, in milliseconds} */
  public static byte[] retry(long millis) {
    return ("retry: " + millis + "\n\n").getBytes(US_ASCII);
  }

  private static void field(ByteArrayOutputStream out, byte[] name, String value) {
    if (value.chars().anyMatch(at -> at == '\n' || at == '\r' || at == 0)) {
      throw new IllegalArgumentException("an event's id and name have no line breaks and no NUL");
    }
    out.writeBytes(name);
    out.writeBytes(value.getBytes(UTF_8));
    out.write('\n');
  }

  /** Writes one {@code data:} line for each line: CR LF, LF and CR each end one. */
  private static void data(ByteArrayOutputStream out, byte[] data) {
    int start = 0;
    for (int at = 0; at < data.length; at++) {
      if (data[at] == '\n' || data[at] == '\r') {
        line(out, data, start, at);
        if (data[at] == '\r' && at + 1 < data.length && data[at + 1] == '\n') {
          at++;
        }
        start = at + 1;
      }
    }
    line(out, data, start, data.length);
  }

  private static void line(ByteArrayOutputStream out, byte[] data, int from, int to) {
    out.writeBytes(DATA);
    out.write(data, from, to - from);
    out.write('\n');
  }
}
