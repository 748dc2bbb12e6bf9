/** Fake clients and upstreams, faults by name, assertions. */
module dev.belay.testkit {
  requires static transitive org.jspecify;
  requires dev.belay.core;

  exports dev.belay.testkit.client;
  exports dev.belay.testkit.fault;
  exports dev.belay.testkit.http;
  exports dev.belay.testkit.json;
  exports dev.belay.testkit.net;
  exports dev.belay.testkit.process;
  exports dev.belay.testkit.watch;
}
