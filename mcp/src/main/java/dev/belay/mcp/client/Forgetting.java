package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a refusal means that the session is not known any more: a 404 does (MCP 2025-11-25
 * §session-management), and so does the 400 of widespread servers where it speaks of the session.
 */
final class Forgetting {
  private static final Pattern SESSION = Pattern.compile("(?i)\\bsession(id)?\\b");

  private Forgetting() {}

  /**
   * Judges a refusal of something that named its session; {@code request} is null if it was none.
   */
  static boolean is(int status, String said, @Nullable RequestId request) {
    return status == 404 || (status == 400 && speaksOfSession(said, request));
  }

  private static boolean speaksOfSession(String said, @Nullable RequestId request) {
    String text = said;
    try {
      var message = Envelope.parse(said.getBytes(StandardCharsets.UTF_8), Bounds.DEFAULT);
      if (message.kind() != Kind.ERROR || (request != null && request.equals(message.id()))) {
        return false; // an answer: the request was looked at
      }
      text = String.valueOf(message.text(Member.ERROR_MESSAGE));
    } catch (MalformedEnvelope _) {
      // Plain text, as it is.
    }
    return SESSION.matcher(text).find();
  }
}
