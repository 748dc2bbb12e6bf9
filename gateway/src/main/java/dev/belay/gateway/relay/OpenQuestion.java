package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Something that a server wants to know of a legacy client, and where the answer goes.
 *
 * <p>It is answered or refused once, by whoever takes it from where it is kept. Neither blocks.
 */
interface OpenQuestion {
  /** {@return the link that it came by} */
  UpstreamConnection link();

  /** {@return what is asked for: {@code elicitation/create}…} */
  String method();

  /** {@return the server's own token for progress on it; null if it wants none} */
  default @Nullable RequestId token() {
    return null;
  }

  /** {@return the request that asks a legacy client, under an id of Belay's} */
  byte[] asRequest(RequestId own);

  /** The client has answered: a response or an error, under whatever id. */
  void answered(Envelope response);

  /** There will be no answer. */
  void refused(String why);
}
