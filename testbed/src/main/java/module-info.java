/** Peers of Belay's own tests: servers and links that misbehave by the name of a fault. */
module dev.belay.testbed {
  requires static transitive org.jspecify;
  requires transitive dev.belay.core;
  requires transitive dev.belay.http;
  requires transitive dev.belay.mcp;
  requires transitive dev.belay.testkit;
  requires transitive dev.belay.tools;
  requires tools.jackson.databind;

  // Its tools are methods that only their server calls.
  opens dev.belay.testbed.conformance to
      dev.belay.tools;

  exports dev.belay.testbed.auth;
  exports dev.belay.testbed.conformance;
  exports dev.belay.testbed.fault;
  exports dev.belay.testbed.net;
  exports dev.belay.testbed.process;
}
