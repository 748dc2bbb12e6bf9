package dev.belay.gateway.relay;

import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.ReplyTo;

/** What reaches a client though no request of its waits for it. */
record OutOfBand(ClientLink client) implements ReplyTo {
  /** There is no request to answer. */
  @Override
  public void send(byte[] response) {}

  @Override
  public void nothing() {}

  @Override
  public boolean tell(byte[] message) {
    return client.tell(message);
  }

  @Override
  public void progress(Object author, byte[] message) {
    client.tell(message);
  }
}
