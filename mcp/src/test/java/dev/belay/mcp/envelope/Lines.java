package dev.belay.mcp.envelope;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;

/** Shorthands for writing messages down in a test. */
final class Lines {
  private Lines() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static Envelope parse(String line) {
    return parse(utf8(line));
  }

  static Envelope parse(byte[] line) {
    try {
      return Envelope.parse(line, Bounds.DEFAULT);
    } catch (MalformedEnvelope e) {
      throw new AssertionError(e.getMessage() + ": " + text(line), e);
    }
  }

  static MalformedEnvelope malformed(String line) {
    return malformed(utf8(line));
  }

  static MalformedEnvelope malformed(byte[] line) {
    return catchThrowableOfType(
        MalformedEnvelope.class, () -> Envelope.parse(line, Bounds.DEFAULT));
  }
}
