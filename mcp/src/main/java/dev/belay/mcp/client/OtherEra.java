package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.era.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether an error that came with a refusal says that the server speaks the other era, so
 * that it has not looked at the request: an answer is a word about the request, this is not (MCP
 * 2026-07-28 §versioning).
 */
final class OtherEra {
  private OtherEra() {}

  /** Judges what came with {@code status} to a request of the era that {@code modern} says. */
  static boolean isSaid(boolean modern, int status, Envelope error) {
    var code = number(error.number(Member.ERROR_CODE));
    if (code == null || (status != 400 && status != 404 && status != 405)) {
      return false;
    }
    return modern ? isLegacy(code, error) : isModern(code, status, error);
  }

  /** What widespread legacy servers say of revisions and sessions that they miss is -32000. */
  private static boolean isLegacy(int code, Envelope error) {
    return code == -32_000
        || code == -32_001
        || (code == ErrorCode.UNSUPPORTED_PROTOCOL_VERSION.code() && !namesOurs(error));
  }

  private static boolean namesOurs(Envelope error) {
    var data = error.span(Member.ERROR_DATA);
    var all = data == null ? null : Slices.find(error.bytes(), data, "supported");
    if (all == null || !all.isArray(error.bytes())) {
      return false;
    }
    return Slices.items(error.bytes(), all).stream()
        .filter(one -> one.isString(error.bytes()))
        .anyMatch(one -> JsonString.decode(error.bytes(), one).equals(Revision.V2026_07_28.wire()));
  }

  /** A modern server misses what every request says in its {@code _meta}, or the headers for it. */
  private static boolean isModern(int code, int status, Envelope error) {
    var text = String.valueOf(error.text(Member.ERROR_MESSAGE));
    return code == ErrorCode.UNSUPPORTED_PROTOCOL_VERSION.code()
        || code == ErrorCode.MISSING_CLIENT_CAPABILITY.code()
        || code == ErrorCode.HEADER_MISMATCH.code()
        || (code == ErrorCode.INVALID_PARAMS.code()
            && status == 400
            && (text.contains("_meta") || text.contains("protocolVersion")));
  }

  private static @Nullable Integer number(@Nullable String literal) {
    try {
      return literal == null ? null : Integer.valueOf(literal);
    } catch (NumberFormatException _) {
      return null;
    }
  }
}
