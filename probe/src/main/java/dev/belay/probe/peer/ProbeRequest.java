package dev.belay.probe.peer;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.probe.peer.Target.Reply;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A repeated request, and the check of its answers.
 *
 * @param members of its params, without braces; may be empty
 * @param tool that it calls; null if it calls none
 */
public record ProbeRequest(String method, String members, @Nullable String tool) {
  private static final int LONGEST_REASON = 200;

  /** {@return a request for the first page of the tools} */
  public static ProbeRequest toolsList() {
    return new ProbeRequest("tools/list", "", null);
  }

  /**
   * {@return a call of a tool}
   *
   * @param arguments a JSON object
   */
  public static ProbeRequest toolCall(String tool, String arguments) {
    return new ProbeRequest(
        "tools/call", "\"name\":" + JsonString.quote(tool) + ",\"arguments\":" + arguments, tool);
  }

  /** {@return its params with these members of {@code _meta}; the legacy era has none} */
  byte[] params(String meta) {
    var between = members.isEmpty() || meta.isEmpty() ? "" : ",";
    var rest = meta.isEmpty() ? "" : "\"_meta\":{" + meta + "}";
    return ("{" + members + between + rest + "}").getBytes(StandardCharsets.UTF_8);
  }

  /** {@return the answer itself, or what is wrong with it} */
  Reply checked(Envelope answer) {
    var fault = fault(answer);
    return fault == null
        ? new Reply.Answered(answer)
        : new Reply.Failed(Reply.Kind.WRONG, method + ": " + fault);
  }

  private @Nullable String fault(Envelope answer) {
    if (answer.kind() == Kind.ERROR) {
      var message = answer.text(Member.ERROR_MESSAGE);
      var code = answer.number(Member.ERROR_CODE);
      return "error " + code + (message == null ? "" : ": " + cut(message));
    }
    var result = answer.result();
    if (result == null || !result.isObject(answer.bytes())) {
      return "the result is no object";
    }
    var type = answer.text(Member.RESULT_TYPE);
    if (type != null && !type.equals("complete")) {
      return "the result is " + cut(type) + ", not complete";
    }
    if (tool != null) {
      return answer.isTrue(Member.RESULT_IS_ERROR) ? "the tool failed" : null;
    }
    var tools = answer.span(Member.RESULT_TOOLS);
    return method.equals("tools/list") && (tools == null || !tools.isArray(answer.bytes()))
        ? "the result has no list of tools"
        : null;
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON) + "...";
  }
}
