package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.process.tree.Grace;

/**
 * Transport to an in-process server: messages are delivered on the sender's thread, without a pipe,
 * a copying thread or a process.
 *
 * <p>Concurrency: several threads may send, and several of the server's may answer; messages of one
 * request keep their order.
 */
final class HostTransport implements Transport, ClientLink {
  private final Server server;
  private final UpstreamInbox inbox;
  private final Conversation conversation;

  HostTransport(Server server, SessionFactory host, UpstreamInbox inbox) {
    this.server = server;
    this.inbox = inbox;
    conversation = host.open(this);
  }

  Conversation conversation() {
    return conversation;
  }

  @Override
  public void start() {
    // It serves from the first message on.
  }

  @Override
  public boolean send(byte[] message) {
    var envelope = parsed(message);
    switch (envelope.kind()) {
      case REQUEST -> new HostReply(inbox, envelope).ask(conversation);
      case NOTIFICATION -> conversation.onNotification(envelope);
      case RESPONSE, ERROR -> conversation.onAnswer(envelope);
    }
    return true;
  }

  private static Envelope parsed(byte[] message) {
    try {
      return Envelope.parse(message, Bounds.DEFAULT);
    } catch (MalformedEnvelope e) {
      throw new IllegalStateException("a message of ours is none", e);
    }
  }

  @Override
  public void answer(byte[] response) {
    var _ = send(response);
  }

  @Override
  public long fill() {
    return 0;
  }

  @Override
  public boolean stop(Grace grace) {
    conversation.close();
    return true;
  }

  /** {@return {@code local}: the server serves Belay, which tells the clients apart} */
  @Override
  public String principal() {
    return "local";
  }

  @Override
  public String id() {
    return "belay-" + server.name();
  }

  @Override
  public boolean tell(byte[] message) {
    inbox.take(message, null);
    return true;
  }
}
