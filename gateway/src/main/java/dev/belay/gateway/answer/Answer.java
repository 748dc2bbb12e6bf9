package dev.belay.gateway.answer;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.era.Era;
import org.jspecify.annotations.Nullable;

/**
 * What a server said to a call.
 *
 * @param era that of the server; null where that is not known
 */
public record Answer(Envelope response, @Nullable Era era) {}
