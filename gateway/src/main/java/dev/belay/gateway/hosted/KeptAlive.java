package dev.belay.gateway.hosted;

import dev.belay.gateway.relay.ProgressRelay;
import dev.belay.mcp.session.ForwardingReply;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;

/** The way back of a call whose client wants to hear of it, also while its tool says nothing. */
record KeptAlive(ReplyTo reply, ProgressRelay progress) implements ForwardingReply {
  @Override
  public void progress(Object author, byte[] message) {
    progress.upstream(OwnMessage.of(message));
  }

  @Override
  public void send(byte[] response) {
    progress.close();
    reply.send(response);
  }

  @Override
  public void tooSoon(TooSoon refused) {
    progress.close();
    reply.tooSoon(refused);
  }

  @Override
  public void nothing() {
    progress.close();
    reply.nothing();
  }
}
