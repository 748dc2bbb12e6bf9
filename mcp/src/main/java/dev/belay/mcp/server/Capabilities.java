package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import org.jspecify.annotations.Nullable;

/** Capabilities of servers and clients. */
final class Capabilities {
  private Capabilities() {}

  /** {@return the capabilities that follow from the server's content} */
  static byte[] of(McpServer server) {
    var offer = server.offer();
    var capabilities = JsonWriter.object();
    if (offer.has(ListMethod.TOOLS)) {
      capabilities.put("tools", changes(server).end());
    }
    if (offer.has(ListMethod.PROMPTS)) {
      capabilities.put("prompts", changes(server).end());
    }
    if (server.hasResources()) {
      var resources = changes(server);
      if (server.announcesChanges()) {
        resources.put("subscribe", true);
      }
      capabilities.put("resources", resources.end());
    }
    if (server.completions() != null) {
      capabilities.put("completions", JsonWriter.object().end());
    }
    if (server.isLogging()) {
      capabilities.put("logging", JsonWriter.object().end());
    }
    return capabilities.end();
  }

  private static JsonWriter changes(McpServer server) {
    return server.announcesChanges()
        ? JsonWriter.object().put("listChanged", true)
        : JsonWriter.object();
  }

  /** {@return whether a client's capabilities include that one} */
  static boolean declares(byte[] bytes, @Nullable Span capabilities, String... capability) {
    if (capabilities == null) {
      return false;
    }
    if (Slices.find(bytes, capabilities, capability) != null) {
      return true;
    }
    // Elicitation without a mode means forms (MCP 2025-11-25 §elicitation).
    return capability.length == 2
        && capability[0].equals("elicitation")
        && capability[1].equals("form")
        && Slices.find(bytes, capabilities, "elicitation") != null
        && Slices.find(bytes, capabilities, "elicitation", "url") == null;
  }
}
