package dev.belay.gateway.relay;

import dev.belay.gateway.translate.ClientCapabilities;
import dev.belay.gateway.translate.ErrorReply;
import dev.belay.gateway.translate.Fault;
import dev.belay.gateway.translate.ForeignError;
import dev.belay.gateway.translate.InputRequiredResult;
import dev.belay.gateway.translate.Introduction;
import dev.belay.gateway.translate.RequestToLegacy;
import dev.belay.gateway.translate.RequestToModern;
import dev.belay.gateway.translate.ResultToLegacy;
import dev.belay.gateway.translate.ResultToModern;
import dev.belay.gateway.translate.ServerIntroduction;
import dev.belay.gateway.translate.ServerQuestion;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.envelope.TextResult;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Translates the requests of one client for its server, and the answers for the client; within one
 * era, messages stay word for word.
 */
sealed interface EraTranslator {
  /** {@return the request in the server's era, with the client's id} */
  Envelope toServer(Envelope request);

  /** {@return the answer to {@code request} in the client's era, with {@code id}} */
  byte[] toClient(Envelope request, RequestId id, Envelope response);

  /** Both speak the legacy era. */
  record Legacy() implements EraTranslator {
    @Override
    public Envelope toServer(Envelope request) {
      return request;
    }

    @Override
    public byte[] toClient(Envelope request, RequestId id, Envelope response) {
      return under(id, ofBelay("initialize", request, response));
    }
  }

  /** Both speak the modern era; still, an error about one hop has no meaning on the other. */
  record Modern(ClientCapabilities client) implements EraTranslator {
    @Override
    public Envelope toServer(Envelope request) {
      return request;
    }

    @Override
    public byte[] toClient(Envelope request, RequestId id, Envelope response) {
      if (response.kind() == Kind.ERROR && isAboutOneHop(Fault.of(response).code())) {
        return error(id, ForeignError.toModern(Fault.of(response), request.method(), client), null);
      }
      return under(id, ofBelay("server/discover", request, response));
    }
  }

  /** A modern client of a legacy server. */
  record ToLegacy(ClientCapabilities client, @Nullable RawJson serverInfo)
      implements EraTranslator {
    /** The codes by which legacy servers report an unknown resource. */
    private static final Set<Integer> NOT_FOUND = Set.of(-32_002, -32_602);

    @Override
    public Envelope toServer(Envelope request) {
      return RequestToLegacy.of(request);
    }

    @Override
    public byte[] toClient(Envelope request, RequestId id, Envelope response) {
      if (response.kind() == Kind.ERROR) {
        return error(
            id,
            ForeignError.toModern(fault(request, response), request.method(), client),
            serverInfo);
      }
      var stamp = new ResultToModern(serverInfo);
      return under(id, stamp.of(request.method(), response));
    }

    private static Fault fault(Envelope request, Envelope response) {
      var fault = Fault.of(response);
      var uri = request.method().equals("resources/read") ? request.text(Member.PARAMS_URI) : null;
      return uri != null && NOT_FOUND.contains(fault.code()) ? fault.about(uri) : fault;
    }
  }

  /**
   * A legacy client of a modern server.
   *
   * @param wrapped whether a tool's output schema is shown to the client as that of an object
   */
  record ToModern(Introduction client, Predicate<String> wrapped) implements EraTranslator {
    @Override
    public Envelope toServer(Envelope request) {
      return new RequestToModern(client).of(request);
    }

    @Override
    public byte[] toClient(Envelope request, RequestId id, Envelope response) {
      if (response.kind() == Kind.ERROR) {
        var reply =
            ForeignError.toLegacy(Fault.of(response), request.method(), client.capabilities());
        return error(id, reply, null);
      }
      var tool = request.text(Member.PARAMS_NAME);
      boolean isWrapped = tool != null && wrapped.test(tool);
      return under(id, ResultToLegacy.of(request.method(), response, isWrapped));
    }
  }

  /** A server's tasks are Belay's: whether clients have any is for Belay to declare. */
  private static Envelope ofBelay(String opening, Envelope request, Envelope response) {
    var said = request.method().equals(opening) ? response.raw(Member.RESULT) : null;
    return said == null ? response : response.withResult(ServerIntroduction.withoutTasks(said));
  }

  private static boolean isAboutOneHop(int code) {
    return code <= -32_020 && code >= -32_099;
  }

  private static byte[] under(RequestId id, Envelope response) {
    var message = Splice.of(response).id(id);
    if (response.has(Member.RESULT_META_SUBSCRIPTION_ID)) {
      message.set(Member.RESULT_META_SUBSCRIPTION_ID, id);
    }
    return message.bytes();
  }

  private static byte[] error(RequestId id, ErrorReply reply, @Nullable RawJson serverInfo) {
    return switch (reply) {
      case ErrorReply.Failed(Fault fault) -> fault.answer(id);
      case ErrorReply.Asked(List<ServerQuestion> questions) ->
          Messages.response(id, new InputRequiredResult(questions, null).result(serverInfo));
      case ErrorReply.ToolFailed(String text) ->
          Messages.response(id, TextResult.error(text).json());
    };
  }
}
