package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.input.PendingInput;
import org.jspecify.annotations.Nullable;

/**
 * Something that a server wants to know of a client, and where the answer goes.
 *
 * <p>It is answered or refused once, by whoever takes it from where it is kept. Neither blocks.
 */
interface OpenQuestion extends PendingInput.Question {
  /** {@return the link that it came by} */
  UpstreamConnection link();

  /** {@return the id under which the server asked; null where it asked without one} */
  @Nullable RequestId askedAs();

  /** {@return the server's own token for progress on it; null if it wants none} */
  @Nullable RequestId token();

  /** {@return the request that asks a legacy client, under an id of Belay's} */
  byte[] asRequest(RequestId own);

  /** The client has answered: a response or an error, under whatever id. */
  void answered(Envelope response);
}
