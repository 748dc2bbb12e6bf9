package dev.belay.gateway.hosted;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ForwardingConversation;
import dev.belay.mcp.session.ForwardingReply;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client of hosted tools: applies rates, and observes the lists it receives. */
record HostedConversation(HostedBackend backend, ClientLink link, Conversation conversation)
    implements ForwardingConversation {
  @Override
  public void onRequest(Envelope request, ReplyTo reply) {
    switch (request.method()) {
      case "tools/call" -> call(request, reply);
      case "tools/list" ->
          conversation.onRequest(request, new HeardList(reply, backend.around().tools()::listed));
      default -> conversation.onRequest(request, reply);
    }
  }

  private void call(Envelope request, ReplyTo reply) {
    var tooSoon = tooSoon(request);
    if (tooSoon == null) {
      conversation.onRequest(request, reply);
    } else {
      reply.tooSoon(tooSoon);
    }
  }

  /**
   * A request with answers is no new call: it resumes one, by a sealed state that is valid once.
   */
  private @Nullable TooSoon tooSoon(Envelope request) {
    var called = request.text(Member.PARAMS_NAME);
    if (called == null || request.has(Member.PARAMS_REQUEST_STATE)) {
      return null;
    }
    var pause = backend.pause(link.principal(), called);
    return pause == null ? null : pause.of(request);
  }

  /** The sink of a list of tools, which is also reported to the gateway. */
  private record HeardList(ReplyTo reply, Consumer<byte[]> hearer) implements ForwardingReply {
    @Override
    public void send(byte[] response) {
      var result = Envelope.parseOwn(response).raw(Member.RESULT);
      if (result != null) {
        hearer.accept(result);
      }
      reply.send(response);
    }
  }
}
