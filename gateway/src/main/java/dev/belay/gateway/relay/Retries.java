package dev.belay.gateway.relay;

import dev.belay.gateway.translate.InputResponses;
import dev.belay.gateway.translate.InvalidParams;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ReplyTo;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Takes the next round of a modern request to where it goes on already (MCP 2026-07-28 §mrtr). */
final class Retries {
  private Retries() {}

  /** Goes on with what {@code request} carries the state of, or says why that cannot be. */
  static void resume(
      ClientSession client, Envelope request, ReplyTo reply, Predicate<ClientRequest> enter) {
    InputResponses brought;
    try {
      brought = InputResponses.of(request);
    } catch (InvalidParams e) {
      refuse(client, request, reply, enter, e::answer);
      return;
    }
    var state = Objects.requireNonNullElse(brought.state(), "");
    switch (client.relay().rounds().find(client, request, state)) {
      case RoundsBook.Found.Nothing(String why) ->
          refuse(client, request, reply, enter, id -> invalid(id, why));
      case RoundsBook.Found.Running(Rounds rounds, ClientRequest running) -> {
        var progress = client.progressFor(request, reply);
        var next = new RetriedRequest(client, request, reply, progress, running);
        if (running instanceof GovernedRequest call) {
          call.runsFor(reply);
        }
        if (enter.test(next) && !rounds.resume(next, brought.answers())) {
          Answering.end(
              next,
              id ->
                  invalid(
                      id, "Another request with this requestState is in flight, or it is over."));
        }
      }
    }
  }

  private static byte[] invalid(RequestId id, String why) {
    return Messages.error(id, ErrorCode.INVALID_PARAMS, why);
  }

  /** Ends a request that may have waited, and is in flight then. */
  private static void refuse(
      ClientSession client,
      Envelope request,
      ReplyTo reply,
      Predicate<ClientRequest> enter,
      Function<RequestId, byte @Nullable []> error) {
    var refused = new UndecidedRequest(client, request, reply, _ -> {});
    if (enter.test(refused)) {
      Answering.end(refused, error);
    }
  }
}
