package dev.belay.mcp.client;

import dev.belay.mcp.intake.Intake;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/** Reading the bodies of responses: whole or as events, with a sign of life for every byte. */
final class Bodies {
  private static final int BUFFER = 16 * 1024;

  private Bodies() {}

  /** {@return the media type of the content, in lower case and without parameters} */
  static String type(HttpResponse<?> response) {
    String value = response.headers().firstValue("Content-Type").orElse("");
    int semicolon = value.indexOf(';');
    return (semicolon < 0 ? value : value.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
  }

  /** Reads all of it, which must not be longer than {@code longest}. */
  static byte[] whole(Body body, Silence silence, Intake intake, int longest) throws IOException {
    var all = new ByteArrayOutputStream();
    var buffer = new byte[BUFFER];
    int count;
    try (var part = intake.part()) {
      while ((count = body.read(buffer)) >= 0) {
        silence.heard();
        if (all.size() + (long) count > longest) {
          throw new IOException("it is larger than " + longest + " bytes");
        }
        // The buffer doubles as it grows.
        if (!part.resize(2L * (all.size() + count))) {
          throw new IOException("there is no memory for it: too much comes in at once");
        }
        all.write(buffer, 0, count);
      }
      return all.toByteArray();
    }
  }

  /** Feeds {@code parser} until the end, or until it is {@code enough}. */
  static void events(Body body, Silence silence, SseParser parser, BooleanSupplier enough)
      throws IOException {
    var buffer = new byte[BUFFER];
    int count;
    while (!enough.getAsBoolean() && (count = body.read(buffer)) >= 0) {
      silence.heard();
      parser.feed(buffer, count);
    }
  }
}
