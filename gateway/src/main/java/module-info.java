/** Standing before other servers: upstreams, governed calls, config. */
module dev.belay.gateway {
  requires static transitive org.jspecify;
  requires dev.belay.core;
  requires org.snakeyaml.engine;

  exports dev.belay.gateway.config;
}
