package dev.belay.gateway.catalog;

import dev.belay.mcp.session.ReplyTo;

/**
 * The sink of a request that Belay itself makes, without a client: questions are refused, and
 * progress is dropped.
 */
interface OwnReply extends ReplyTo {
  @Override
  default void nothing() {}

  @Override
  default boolean tell(byte[] message) {
    return false;
  }

  @Override
  default void progress(Object author, byte[] message) {}
}
