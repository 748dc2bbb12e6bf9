/** Fake clients and upstreams, faults by name, assertions. */
module dev.belay.testkit {
  requires static transitive org.jspecify;
}
