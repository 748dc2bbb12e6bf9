package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import dev.belay.mcp.era.Revision;
import org.jspecify.annotations.Nullable;

/** What asking a server for the modern era came to (MCP 2026-07-28 §versioning). */
public sealed interface Discovery {
  /** It answered: that is how it introduces itself. */
  record Modern(Envelope answer) implements Discovery {}

  /** It answered something else, or kept silent: some never answer what they do not know. */
  record Legacy() implements Discovery {}

  /** It was gone before it could answer, which says nothing about its era. */
  record Gone(String why) implements Discovery {}

  /**
   * Reads an answer to {@code server/discover}: some legacy servers answer whatever they do not
   * know with an empty result, so that only the revision's name shows a modern one.
   */
  static Discovery of(Envelope answer) {
    var result = answer.span(Member.RESULT);
    var versions = result == null ? null : Slices.find(answer.bytes(), result, "supportedVersions");
    return names(answer.bytes(), versions) ? new Modern(answer) : new Legacy();
  }

  /** {@return whether that refuses the modern era and names it as supported all the same} */
  static boolean isWorthAskingAgain(Envelope answer) {
    var data = answer.span(Member.ERROR_DATA);
    var code = Integer.toString(ErrorCode.UNSUPPORTED_PROTOCOL_VERSION.code());
    return data != null
        && code.equals(answer.number(Member.ERROR_CODE))
        && names(answer.bytes(), Slices.find(answer.bytes(), data, "supported"));
  }

  private static boolean names(byte[] json, @Nullable Span revisions) {
    if (revisions == null || !revisions.isArray(json)) {
      return false;
    }
    for (var one : Slices.items(json, revisions)) {
      if (one.isString(json) && JsonString.decode(json, one).equals(Revision.V2026_07_28.wire())) {
        return true;
      }
    }
    return false;
  }
}
