package dev.belay.mcp.session;

import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import java.time.Duration;

/** A reply that delegates to another except where overridden. */
public interface ForwardingReply extends ReplyTo {
  /** {@return the delegate} */
  ReplyTo reply();

  @Override
  default void send(byte[] response) {
    reply().send(response);
  }

  @Override
  default void send(RequestId id, SharedResult result) {
    reply().send(id, result);
  }

  @Override
  default void tooSoon(TooSoon refused) {
    reply().tooSoon(refused);
  }

  @Override
  default void nothing() {
    reply().nothing();
  }

  @Override
  default boolean tell(byte[] message) {
    return reply().tell(message);
  }

  @Override
  default void progress(Object author, byte[] message) {
    reply().progress(author, message);
  }

  @Override
  default void letGo() {
    reply().letGo();
  }

  @Override
  default void runs(Duration limit) {
    reply().runs(limit);
  }
}
