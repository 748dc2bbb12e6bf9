package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import org.jspecify.annotations.Nullable;

/** The params of a request, where absent ones are empty. */
final class Params {
  private static final byte[] NONE = {'{', '}'};

  private Params() {}

  static byte[] of(Envelope request) {
    Span params = request.params();
    return params == null ? NONE : params.of(request.bytes());
  }

  static byte[] arguments(Envelope request) {
    Span arguments = request.span(Member.PARAMS_ARGUMENTS);
    return arguments == null || !arguments.isObject(request.bytes())
        ? NONE
        : arguments.of(request.bytes());
  }

  /** {@return the value at {@code path} within the params, or null} */
  static @Nullable Span find(Envelope request, String... path) {
    Span params = request.params();
    return params == null ? null : Slices.find(request.bytes(), params, path);
  }

  static @Nullable String text(Envelope request, String... path) {
    return JsonWriter.text(request.bytes(), find(request, path));
  }

  /** Returns the text {@code member}, which the request must have. */
  static String require(Envelope request, Member member) throws RequestFailed {
    var text = request.text(member);
    if (text == null) {
      throw RequestFailed.invalidParams(
          request.method() + " needs a string \"" + member.key() + "\" in its params.");
    }
    return text;
  }
}
