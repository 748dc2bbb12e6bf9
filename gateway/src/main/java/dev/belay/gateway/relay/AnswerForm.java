package dev.belay.gateway.relay;

import dev.belay.config.McpSettings.ErrorsMode;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.OutcomeText;
import dev.belay.core.call.OutcomeText.Whose;
import dev.belay.core.cancel.Cause;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.TextResult;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The form of the answer to one {@code tools/call}: a tool's own answer unchanged, else a result
 * that a model can act on. It needs no session, so an answer can be rendered at any time.
 *
 * @param whose the tool, which a text about a limit names
 * @param limits the limits of the tool, which name the setting that raises the one reached
 * @param errors the form of failures (C1)
 * @param stopped sentences about the stopped work
 */
record AnswerForm(
    Envelope request, Whose whose, EffectiveLimits limits, ErrorsMode errors, String stopped) {
  /**
   * The server's answer to a completed call.
   *
   * @param way translates it for the client
   */
  record Returned(Envelope response, EraTranslator way) {}

  /**
   * {@return the response under {@code id}; null if the client left or cancelled the call}
   *
   * @param returned null unless the call completed
   */
  byte @Nullable [] render(RequestId id, Outcome outcome, @Nullable Returned returned) {
    return switch (outcome) {
      case Outcome.Completed _ -> completed(id, Objects.requireNonNull(returned));
      case Outcome.Cancelled(Cause cause, String _)
          when cause == Cause.CLIENT || cause == Cause.CLIENT_GONE ->
          null;
      case Outcome.Failed _, Outcome.TimedOut _, Outcome.Refused _, Outcome.Cancelled _ ->
          failed(id, outcome);
    };
  }

  private byte[] completed(RequestId id, Returned returned) {
    var response = returned.response();
    var result = response.result();
    if (response.kind() == Kind.RESPONSE && result != null && result.isNull(response.bytes())) {
      return error(id, "The tool gave no result (null).", "{}");
    }
    return returned.way().toClient(request, id, response);
  }

  private byte[] failed(RequestId id, Outcome outcome) {
    var meta =
        "{\"dev.belay/outcome\":{\"outcome\":"
            + JsonString.quote(outcome.word())
            + ",\"detail\":"
            + JsonString.quote(outcome.detail())
            + "}}";
    return error(id, OutcomeText.of(outcome, whose, limits, stopped), meta);
  }

  private byte[] error(RequestId id, String text, String meta) {
    var details = meta.getBytes(StandardCharsets.UTF_8);
    return switch (errors) {
      case JSONRPC -> Messages.error(id, ErrorCode.INTERNAL_ERROR.code(), text, details);
      case RESULT -> {
        var result = TextResult.error(text).meta(details);
        if (request.has(Member.META_PROTOCOL_VERSION)) {
          result.complete();
        }
        yield Messages.response(id, result.json());
      }
    };
  }
}
