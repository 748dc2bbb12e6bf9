/** Standing before other servers: upstreams, governed calls, config. */
module dev.belay.gateway {
  requires static transitive org.jspecify;
  requires dev.belay.core;
}
