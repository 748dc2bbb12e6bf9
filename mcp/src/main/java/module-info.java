/** MCP on the wire: envelopes, eras, stdio both ways. */
module dev.belay.mcp {
  requires static transitive org.jspecify;
  requires dev.belay.core;
  requires tools.jackson.core;
}
