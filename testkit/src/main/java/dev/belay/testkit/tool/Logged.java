package dev.belay.testkit.tool;

import dev.belay.mcp.envelope.LogLevel;
import tools.jackson.databind.JsonNode;

/** One message for the client's log. */
public record Logged(LogLevel level, JsonNode data) {}
