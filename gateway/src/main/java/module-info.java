/** Standing before other servers: upstreams, governed calls, config. */
module dev.belay.gateway {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive dev.belay.core;
  requires transitive dev.belay.mcp;
  requires transitive dev.belay.process;
  requires org.snakeyaml.engine;

  exports dev.belay.gateway.config;
  exports dev.belay.gateway.relay;
  exports dev.belay.gateway.translate;
  exports dev.belay.gateway.upstream;
}
