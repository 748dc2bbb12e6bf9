/** Fake clients and upstreams, faults by name, assertions. */
module dev.belay.testkit {
  requires static transitive org.jspecify;
  requires transitive dev.belay.core;
  requires dev.belay.http;
  requires transitive dev.belay.mcp;

  exports dev.belay.testkit.client;
  exports dev.belay.testkit.conformance;
  exports dev.belay.testkit.fault;
  exports dev.belay.testkit.http;
  exports dev.belay.testkit.json;
  exports dev.belay.testkit.net;
  exports dev.belay.testkit.process;
  exports dev.belay.testkit.watch;
}
