package dev.belay.mcp.era;

import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/**
 * The answer to a request in a revision that is not spoken here (MCP 2026-07-28 §errors).
 *
 * @param requested the revision asked for, as it came
 * @param supported the revisions spoken here
 */
public record UnsupportedVersion(String requested, Collection<Revision> supported) {
  /** {@return the error for a request, saying what to ask for instead} */
  public byte[] answer(RequestId id) {
    var names = new StringBuilder();
    var json = new StringBuilder("{\"supported\":[");
    for (Revision revision : supported) {
      names.append(names.isEmpty() ? "" : ", ").append(revision.wire());
      json.append(json.charAt(json.length() - 1) == '[' ? "" : ",");
      json.append('"').append(revision.wire()).append('"');
    }
    json.append("],\"requested\":").append(JsonString.quote(requested)).append('}');
    String message =
        "Unsupported protocol version \"" + requested + "\": this server speaks " + names + ".";
    return Messages.error(
        id,
        ErrorCode.UNSUPPORTED_PROTOCOL_VERSION.code(),
        message,
        json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
