package dev.belay.mcp.session;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;

/** A conversation that delegates to another except where overridden. */
public interface ForwardingConversation extends Conversation {
  /** {@return the delegate} */
  Conversation conversation();

  @Override
  default void onRequest(Envelope request, ReplyTo reply) {
    conversation().onRequest(request, reply);
  }

  @Override
  default void onNotification(Envelope notification) {
    conversation().onNotification(notification);
  }

  @Override
  default void onAnswer(Envelope response) {
    conversation().onAnswer(response);
  }

  @Override
  default void onLeft(RequestId request) {
    conversation().onLeft(request);
  }

  @Override
  default void close() {
    conversation().close();
  }
}
