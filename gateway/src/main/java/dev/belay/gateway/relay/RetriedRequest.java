package dev.belay.gateway.relay;

import dev.belay.core.call.Call;
import dev.belay.gateway.translate.InputResponses;
import dev.belay.gateway.translate.InvalidParams;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.input.PendingInputs;
import dev.belay.mcp.progress.ClientProgress;
import dev.belay.mcp.session.ReplyTo;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A modern client's next round: its repeated request, with answers, resumes a running one (MCP
 * 2026-07-28 §mrtr).
 */
record RetriedRequest(
    ClientSession session,
    Envelope request,
    ReplyTo replyTo,
    @Nullable ClientProgress progress,
    PendingInput<ClientRequest> input)
    implements ClientRequest {

  /** Resumes the request whose state {@code request} carries, or refuses it with a reason. */
  static void resume(
      ClientSession client, Envelope request, ReplyTo reply, Predicate<ClientRequest> enter) {
    InputResponses brought;
    try {
      brought = InputResponses.of(request);
    } catch (InvalidParams e) {
      refuse(client, request, reply, enter, e::answer);
      return;
    }
    switch (client.parked(request, Objects.requireNonNullElse(brought.state(), ""))) {
      case PendingInputs.Found.Nothing<ClientRequest>(String why) ->
          refuse(client, request, reply, enter, id -> invalid(id, why));
      case PendingInputs.Found.Parked<ClientRequest> parked -> {
        var progress = client.progressFor(request, reply);
        var next = new RetriedRequest(client, request, reply, progress, parked.input());
        if (parked.input().first() instanceof GovernedRequest call) {
          call.runsFor(reply);
        }
        if (!enter.test(next)) {
          next.dismiss();
        } else if (!parked.resume(next, key -> bytes(brought.answers().get(key)))) {
          next.answer(id -> invalid(id, PendingInputs.OVER));
        }
      }
    }
  }

  private static byte @Nullable [] bytes(@Nullable RawJson json) {
    return json == null ? null : json.bytes();
  }

  private static byte[] invalid(RequestId id, String why) {
    return Messages.error(id, ErrorCode.INVALID_PARAMS, why);
  }

  /** Refuses a request that may have waited, and is then in flight already. */
  private static void refuse(
      ClientSession client,
      Envelope request,
      ReplyTo reply,
      Predicate<ClientRequest> enter,
      Function<RequestId, byte @Nullable []> error) {
    var refused = new UndecidedRequest(client, request, reply, _ -> {});
    if (enter.test(refused)) {
      refused.answer(error);
    }
  }

  @Override
  public RequestId id() {
    return request.requireId();
  }

  @Override
  public @Nullable Call on(UpstreamConnection link) {
    return input.first().on(link);
  }

  @Override
  public void cancel(String reason) {
    input.first().cancel(reason);
  }

  @Override
  public void leave() {
    input.first().leave();
  }
}
