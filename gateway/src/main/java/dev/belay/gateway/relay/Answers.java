package dev.belay.gateway.relay;

import dev.belay.core.call.Outcome;
import dev.belay.core.call.OutcomeText;
import dev.belay.core.cancel.Cause;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.TextResult;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@code tools/call}, for each outcome: a tool's own answer as it came, else a
 * result that a model can act on, or none at all.
 */
final class Answers {
  private Answers() {}

  /**
   * {@return the response; null where the client wants none: it has left, or took the call back}
   */
  static byte @Nullable [] to(GovernedRequest request, RequestId id, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed _ -> completed(request, id);
      case Outcome.Cancelled(Cause cause, String _)
          when cause == Cause.CLIENT || cause == Cause.CLIENT_GONE ->
          null;
      case Outcome.Failed _, Outcome.TimedOut _, Outcome.Refused _, Outcome.Cancelled _ ->
          error(request, id, outcome);
    };
  }

  private static byte[] completed(GovernedRequest request, RequestId id) {
    var response = request.response();
    var result = response.result();
    if (response.kind() == Kind.RESPONSE && result != null && result.isNull(response.bytes())) {
      return render(request, id, "The tool gave no result (null).", "{}");
    }
    return request.toClient(id);
  }

  private static byte[] error(GovernedRequest request, RequestId id, Outcome outcome) {
    var stopped =
        request.hasOwnProcess() ? "Its process was stopped." : "The server was told to stop.";
    var text = OutcomeText.of(outcome, request.policy().limits(), stopped);
    var meta =
        "{\"dev.belay/outcome\":{\"outcome\":"
            + JsonString.quote(outcome.word())
            + ",\"detail\":"
            + JsonString.quote(outcome.detail())
            + "}}";
    return render(request, id, text, meta);
  }

  /** By C1: what Belay says in place of a tool goes the way that is configured for failures. */
  private static byte[] render(GovernedRequest request, RequestId id, String text, String meta) {
    var details = meta.getBytes(StandardCharsets.UTF_8);
    return switch (request.session().relay().errors()) {
      case JSONRPC -> Messages.error(id, ErrorCode.INTERNAL_ERROR.code(), text, details);
      case RESULT -> {
        var result = TextResult.error(text).meta(details);
        if (request.request().has(Member.META_PROTOCOL_VERSION)) {
          result.complete();
        }
        yield Messages.response(id, result.json());
      }
    };
  }
}
