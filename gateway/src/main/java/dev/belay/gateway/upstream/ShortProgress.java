package dev.belay.gateway.upstream;

import dev.belay.core.name.ShortText;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Truncates progress notifications on receipt, since each is kept, reported and forwarded, as often
 * as the server likes. One within the bound stays byte for byte.
 */
final class ShortProgress {
  /** The bound on a notification without its text: numbers, and members of extensions. */
  private static final int REST = 4 * 1024;

  private static final int LONGEST_NUMBER = 64;

  private ShortProgress() {}

  /** {@return the notification, truncated if it is too long} */
  static Envelope of(Envelope progress) {
    int length = progress.bytes().length;
    if (length <= ShortText.MESSAGE) {
      return progress;
    }
    var text = progress.text(Member.PARAMS_MESSAGE);
    var message = text == null ? null : ShortText.message(text);
    var literal = progress.span(Member.PARAMS_MESSAGE);
    if (length - (literal == null ? 0 : literal.length()) > REST) {
      return anew(progress, message);
    }
    return message == null || message.equals(text)
        ? progress
        : progress.with(Member.PARAMS_MESSAGE, JsonString.encode(message));
  }

  /** Keeps only the standard members, since all others exceed {@link #REST}. */
  private static Envelope anew(Envelope progress, @Nullable String message) {
    var params = new JsonText();
    var token = progress.id(Member.PARAMS_PROGRESS_TOKEN);
    if (token != null) {
      params.raw("progressToken", new String(token.json(), StandardCharsets.UTF_8));
    }
    number(params, "progress", progress.number(Member.PARAMS_PROGRESS));
    number(params, "total", progress.number(Member.PARAMS_TOTAL));
    if (message != null) {
      params.text("message", message);
    }
    return Envelope.parseOwn(Messages.notification(progress.method(), params.bytes()));
  }

  private static void number(JsonText params, String name, @Nullable String literal) {
    if (literal != null && literal.length() <= LONGEST_NUMBER) {
      params.raw(name, literal);
    }
  }
}
