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

/** The result of probing a server for the modern era (MCP 2026-07-28 §versioning). */
public sealed interface Discovery {
  /** How many of a server's revisions are shown in a message. */
  int MOST_SHOWN = 5;

  /** The greatest length of each of them. */
  int LONGEST_SHOWN = 20;

  /** The server answered, with its introduction. */
  record Modern(Envelope answer) implements Discovery {}

  /** The server gave another answer, or none: some never answer unknown requests. */
  record Legacy() implements Discovery {}

  /**
   * The server speaks the modern era, but only in revisions unknown to Belay: to be reported
   * clearly.
   */
  record Foreign(String why) implements Discovery {}

  /** The server was gone before it could answer, which says nothing about its era. */
  record Gone(String why) implements Discovery {}

  /**
   * Reads an answer to {@code server/discover}: some legacy servers answer any unknown request with
   * an empty result, so only the revision's name identifies a modern one.
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

  /** {@return whether the answer refuses the modern era although it names it as supported} */
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
