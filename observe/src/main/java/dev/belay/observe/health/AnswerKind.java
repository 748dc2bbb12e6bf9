package dev.belay.observe.health;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;

/** Recognises answers that are JSON-RPC errors, which over HTTP may have status 200 (S4-18). */
final class AnswerKind {
  private static final Bounds ANY = Bounds.DEFAULT.withDepth(Integer.MAX_VALUE);
  private static final byte[] ERROR = "\"error\"".getBytes(US_ASCII);

  /** Errors are short; so is everything that may precede the member. */
  private static final int FAR = 2_048;

  private AnswerKind() {}

  static boolean isError(byte[] response) {
    // Nearly all answers are results: one without the name of an error is not parsed.
    return mayBeError(response) && isReallyError(response);
  }

  private static boolean mayBeError(byte[] response) {
    int end = Math.min(response.length, FAR) - ERROR.length;
    for (int at = 0; at <= end; at++) {
      if (response[at] == '"' && isWordAt(response, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWordAt(byte[] response, int at) {
    for (int i = 0; i < ERROR.length; i++) {
      if (response[at + i] != ERROR[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean isReallyError(byte[] response) {
    try {
      return Envelope.parse(response, ANY).kind() == Kind.ERROR;
    } catch (MalformedEnvelope _) {
      return false;
    }
  }
}
