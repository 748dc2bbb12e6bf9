package dev.belay.gateway.hosted;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.session.ForwardingReply;
import dev.belay.mcp.session.ReplyTo;
import java.util.function.Consumer;

/** The way back of a list of tools, which others in the gateway hear too. */
record HeardList(ReplyTo reply, Consumer<byte[]> hearer) implements ForwardingReply {
  @Override
  public void send(byte[] response) {
    var result = Envelope.parseOwn(response).raw(Member.RESULT);
    if (result != null) {
      hearer.accept(result);
    }
    reply.send(response);
  }
}
