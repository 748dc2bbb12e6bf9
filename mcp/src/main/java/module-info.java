/** MCP on the wire: envelopes, eras, stdio both ways. */
module dev.belay.mcp {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;

  exports dev.belay.mcp.envelope;
  exports dev.belay.mcp.era;
  exports dev.belay.mcp.stdio;
}
