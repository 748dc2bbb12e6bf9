package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * A question of a server to a legacy client, and the sink of its answer.
 *
 * <p>It is answered or refused once, by the thread that removes it from the open questions. Neither
 * blocks.
 */
interface OpenQuestion {
  /** {@return the connection that it arrived on; null for a question of Belay's own} */
  @Nullable UpstreamConnection link();

  /** {@return its method: {@code elicitation/create}…} */
  String method();

  /** {@return the server's own token for progress on it; null if there is none} */
  default @Nullable RequestId token() {
    return null;
  }

  /** {@return the request to a legacy client, with an id of Belay's} */
  byte[] asRequest(RequestId own);

  /** The client has answered: a response or an error, with any id. */
  void answered(Envelope response);

  /** There will be no answer. */
  void refused(String why);
}
