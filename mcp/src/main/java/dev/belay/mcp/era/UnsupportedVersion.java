package dev.belay.mcp.era;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The answer to a request in an unsupported revision (MCP 2026-07-28 §errors).
 *
 * @param text the advice, for people
 * @param supported the supported revisions
 */
public record UnsupportedVersion(String text, List<Revision> supported) {
  public UnsupportedVersion {
    supported = List.copyOf(supported);
  }

  /**
   * {@return the error, which repeats the revision that {@code request} names in {@code asksFor}}
   */
  public byte[] answer(Envelope request, Member asksFor) {
    var data = new ByteArrayOutputStream();
    var before = "{\"supported\":[";
    for (var revision : supported) {
      ascii(data, before + "\"" + revision.wire() + "\"");
      before = ",";
    }
    ascii(data, "]");
    var requested = request.raw(asksFor);
    if (requested != null) {
      ascii(data, ",\"requested\":");
      data.writeBytes(requested);
    }
    ascii(data, "}");
    return Messages.error(
        request.requireId(),
        ErrorCode.UNSUPPORTED_PROTOCOL_VERSION.code(),
        text,
        data.toByteArray());
  }

  private static void ascii(ByteArrayOutputStream to, String text) {
    to.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
