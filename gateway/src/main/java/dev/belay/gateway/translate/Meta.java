package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonObject;

/** The keys that MCP reserves in {@code _meta}, and in capabilities for its extensions. */
final class Meta {
  static final String KEY = "_meta";

  static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
  static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
  static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
  static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
  static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";
  static final String RELATED_TASK = "io.modelcontextprotocol/related-task";

  /** Without a prefix, since it predates the rule of prefixes. */
  static final String PROGRESS_TOKEN = "progressToken";

  /** The extension that took the place of the legacy era's tasks. */
  static final String TASKS = "io.modelcontextprotocol/tasks";

  private Meta() {}

  /** Removes keys from the {@code _meta} of an object, and the {@code _meta} if that empties it. */
  static void strip(JsonObject holder, String... keys) {
    var meta = holder.object(KEY);
    if (meta == null) {
      return;
    }
    boolean had = false;
    for (var key : keys) {
      had |= meta.has(key);
      meta.remove(key);
    }
    if (had && meta.isEmpty()) {
      holder.remove(KEY);
    }
  }
}
