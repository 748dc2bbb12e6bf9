package dev.belay.gateway.catalog;

import dev.belay.mcp.session.ReplyTo;

/** Where the answer to something goes that the catalog tells a server on its client's behalf. */
enum Discarded implements ReplyTo {
  INSTANCE;

  @Override
  public void send(byte[] response) {}

  @Override
  public void nothing() {}

  @Override
  public boolean tell(byte[] message) {
    return false;
  }

  @Override
  public void progress(Object author, byte[] message) {}
}
