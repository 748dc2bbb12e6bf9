/** Fake clients and upstreams, faults by name, assertions. */
module dev.belay.testkit {
  requires static transitive org.jspecify;
  requires transitive dev.belay.core;
  requires transitive dev.belay.http;
  requires transitive dev.belay.mcp;
  requires transitive dev.belay.tools;
  requires static transitive org.junit.jupiter.api;
  requires tools.jackson.databind;

  // Its tools are methods that only their server calls.
  opens dev.belay.testkit.conformance to
      dev.belay.tools;

  exports dev.belay.testkit.auth;
  exports dev.belay.testkit.client;
  exports dev.belay.testkit.conformance;
  exports dev.belay.testkit.fault;
  exports dev.belay.testkit.http;
  exports dev.belay.testkit.json;
  exports dev.belay.testkit.net;
  exports dev.belay.testkit.process;
  exports dev.belay.testkit.tool;
  exports dev.belay.testkit.watch;
}
