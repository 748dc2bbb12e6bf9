package dev.belay.gateway.catalog;

import dev.belay.gateway.listing.ToolChange;
import dev.belay.mcp.envelope.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * A tool of one server, as people who look after it see it.
 *
 * @param name its server's own name for it
 * @param visible its name for clients
 * @param definition as its server has listed it last; null if it has not since Belay started
 * @param change what keeps it from clients; null if nothing does
 */
public record KnownTool(
    String name, String visible, @Nullable RawJson definition, @Nullable ToolChange change) {}
