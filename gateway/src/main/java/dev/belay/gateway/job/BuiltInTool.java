package dev.belay.gateway.job;

import dev.belay.mcp.server.Handler;
import java.util.function.BooleanSupplier;

/**
 * A tool of Belay's own for MCP clients, beside those of servers.
 *
 * @param definition as lists have it
 * @param isOffered whether it is listed and can be called, at each moment
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record BuiltInTool(
    String name, byte[] definition, Handler handler, BooleanSupplier isOffered) {}
