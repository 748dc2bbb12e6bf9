/** MCP on the wire: envelopes, eras, conversations, stdio and HTTP as a client. */
module dev.belay.mcp {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive dev.belay.core;
  requires transitive java.net.http;

  exports dev.belay.mcp.client;
  exports dev.belay.mcp.envelope;
  exports dev.belay.mcp.era;
  exports dev.belay.mcp.input;
  exports dev.belay.mcp.server;
  exports dev.belay.mcp.progress;
  exports dev.belay.mcp.session;
  exports dev.belay.mcp.stdio;
}
