package dev.belay.gateway.answer;

import dev.belay.core.call.CallId;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.era.Era;
import org.jspecify.annotations.Nullable;

/**
 * What a server said to one call, for whoever calls the same.
 *
 * @param era that of the server; null where that is not known
 * @param of the call that asked the server
 */
public record KeptAnswer(Envelope response, @Nullable Era era, CallId of) {
  int bytes() {
    return response.bytes().length;
  }
}
