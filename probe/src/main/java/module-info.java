/** Measures health and latency of any MCP server, and the concurrency that it sustains. */
module dev.belay.probe {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive dev.belay.core;
  requires transitive dev.belay.mcp;
  requires transitive dev.belay.process;
  requires HdrHistogram;
  requires java.net.http;

  exports dev.belay.probe.load;
  exports dev.belay.probe.oneshot;
  exports dev.belay.probe.report;
  exports dev.belay.probe.sweep;
  exports dev.belay.probe.peer;
}
