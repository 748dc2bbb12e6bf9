package dev.belay.observe.health;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ForwardingConversation;
import dev.belay.mcp.session.ForwardingReply;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.mcp.session.TooSoon;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Counts and times every request of every client, by door and method, in front of another host.
 *
 * <p>{@code onRequest} receives the method of each on arrival. A request cancelled by its client
 * counts as successful: nothing failed.
 */
public record MeteredHost(SessionFactory host, Endpoints endpoints, Consumer<String> onRequest)
    implements SessionFactory {
  /** Methods with an endpoint of their own; all others are counted together. */
  private static final Set<String> METHODS =
      Set.of(
          "completion/complete",
          "initialize",
          "logging/setLevel",
          "ping",
          "prompts/get",
          "prompts/list",
          "resources/list",
          "resources/read",
          "resources/subscribe",
          "resources/templates/list",
          "resources/unsubscribe",
          "server/discover",
          "subscriptions/listen",
          "tasks/cancel",
          "tasks/get",
          "tasks/list",
          "tasks/result",
          "tasks/update",
          "tools/call",
          "tools/list");

  @Override
  public Conversation open(ClientLink client) {
    return new Metered(host.open(client), this, client.door());
  }

  private Endpoints.Passing begin(String door, Envelope request) {
    var method = METHODS.contains(request.method()) ? request.method() : Endpoints.OTHERS;
    onRequest.accept(method);
    return endpoints.begin(door, method);
  }

  private record Metered(Conversation conversation, MeteredHost by, String door)
      implements ForwardingConversation {
    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      var passing = by.begin(door, request);
      try {
        conversation.onRequest(request, new Timed(reply, passing));
      } catch (RuntimeException e) {
        passing.end(/* isError= */ false);
        throw e;
      }
    }
  }

  /** Ends the count with the first answer, from any source. */
  private record Timed(ReplyTo reply, Endpoints.Passing passing) implements ForwardingReply {
    @Override
    public void send(byte[] response) {
      passing.end(AnswerKind.isError(response));
      reply.send(response);
    }

    @Override
    public void send(RequestId id, SharedResult result) {
      passing.end(/* isError= */ false);
      reply.send(id, result);
    }

    @Override
    public void tooSoon(TooSoon refused) {
      passing.end(/* isError= */ true);
      reply.tooSoon(refused);
    }

    @Override
    public void nothing() {
      passing.end(/* isError= */ false);
      reply.nothing();
    }
  }
}
