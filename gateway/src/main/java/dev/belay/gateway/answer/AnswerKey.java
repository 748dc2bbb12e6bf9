package dev.belay.gateway.answer;

import dev.belay.gateway.listing.Canonical;
import dev.belay.gateway.listing.Pin;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What two calls have in common whose answer is the same: the tool, its arguments however they are
 * spelled, on whose behalf, and whose server it is.
 *
 * @param place what tells apart those who do not share a server's process or session
 * @param arguments their SHA-256, in a canonical spelling
 */
public record AnswerKey(long place, String principal, String tool, String arguments) {
  private static final Set<String> KNOWN = Set.of("name", "arguments", "_meta");
  private static final byte[] NONE = {'{', '}'};

  /**
   * {@return the key of a call, without its {@code _meta}; null for one that wants more than an
   * answer: a task, or to go on with questions}
   */
  public static @Nullable AnswerKey of(long place, String principal, String tool, Envelope call) {
    var span = call.params();
    var params = span == null ? null : JsonObject.of(call.bytes(), span);
    if (params == null || !KNOWN.containsAll(params.names())) {
      return null;
    }
    return new AnswerKey(place, principal, tool, arguments(params));
  }

  /**
   * {@return the SHA-256 of the arguments of a call with those params, in a canonical spelling;
   * null for one that wants more than an answer}
   */
  public static @Nullable String arguments(byte[] params) {
    var object = JsonObject.of(params);
    return object == null || !KNOWN.containsAll(object.names()) ? null : arguments(object);
  }

  private static String arguments(JsonObject params) {
    var arguments = params.raw("arguments");
    return Pin.sha256(Canonical.value(arguments == null ? NONE : arguments));
  }
}
