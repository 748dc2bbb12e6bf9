package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.Conversation;

/** Where one server's lists are asked for: in a client's own conversation with it, or Belay's. */
interface ListSource {
  /** {@return the conversation in which lists come in the words of {@code era}} */
  Conversation in(Era era);

  /** {@return the params of a request for a first page, as JSON} */
  byte[] params(Era era);

  /** {@return an id that no other request of the conversation has} */
  RequestId nextId();
}
