package dev.belay.mcp.era;

import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What asking a server for the modern era came to (MCP 2026-07-28 §versioning). */
public sealed interface Discovery {
  /** Of what a server names, so much goes into a message. */
  int MOST_SHOWN = 5;

  /** And of each of these. */
  int LONGEST_SHOWN = 20;

  /** It answered: that is how it introduces itself. */
  record Modern(Envelope answer) implements Discovery {}

  /** It answered something else, or kept silent: some never answer what they do not know. */
  record Legacy() implements Discovery {}

  /** It speaks the modern era in revisions that Belay does not, and no other: say so clearly. */
  record Foreign(String why) implements Discovery {}

  /** It was gone before it could answer, which says nothing about its era. */
  record Gone(String why) implements Discovery {}

  /**
   * Reads an answer to {@code server/discover}: some legacy servers answer whatever they do not
   * know with an empty result, so that only the revision's name shows a modern one.
   */
  static Discovery of(Envelope answer) {
    var result = answer.span(Member.RESULT);
    var versions = result == null ? null : Slices.find(answer.bytes(), result, "supportedVersions");
    return names(answer.bytes(), versions) ? new Modern(answer) : refusal(answer);
  }

  /** A refusal that names only unknown revisions leaves nothing to try. */
  private static Discovery refusal(Envelope answer) {
    var supported = supported(answer);
    boolean isForeign =
        !supported.isEmpty() && supported.stream().allMatch(one -> Revision.of(one) == null);
    if (!isForeign) {
      return new Legacy();
    }
    var ours = Arrays.stream(Revision.values()).map(Revision::wire).toList();
    return new Foreign(
        "it speaks MCP of "
            + shown(supported)
            + " and Belay of "
            + String.join(", ", ours)
            + ", so that they have no revision in common");
  }

  private static String shown(List<String> revisions) {
    return revisions.stream()
        .limit(MOST_SHOWN)
        .map(one -> one.substring(0, Math.min(one.length(), LONGEST_SHOWN)))
        .map(Controls::marked)
        .collect(Collectors.joining(", "));
  }

  private static List<String> supported(Envelope answer) {
    var data = answer.span(Member.ERROR_DATA);
    var code = Integer.toString(ErrorCode.UNSUPPORTED_PROTOCOL_VERSION.code());
    return data == null || !code.equals(answer.number(Member.ERROR_CODE))
        ? List.of()
        : revisions(answer.bytes(), Slices.find(answer.bytes(), data, "supported"));
  }

  /** {@return whether that refuses the modern era and names it as supported all the same} */
  static boolean isWorthAskingAgain(Envelope answer) {
    return supported(answer).contains(Revision.V2026_07_28.wire());
  }

  private static boolean names(byte[] json, @Nullable Span revisions) {
    return revisions(json, revisions).contains(Revision.V2026_07_28.wire());
  }

  private static List<String> revisions(byte[] json, @Nullable Span revisions) {
    return revisions == null || !revisions.isArray(json)
        ? List.of()
        : Slices.items(json, revisions).stream()
            .filter(one -> one.isString(json))
            .map(one -> JsonString.decode(json, one))
            .toList();
  }
}
