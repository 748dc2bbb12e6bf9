/** Standing before other servers: upstreams, governed calls, turns. */
module dev.belay.gateway {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive dev.belay.config;
  requires transitive dev.belay.core;
  requires transitive dev.belay.http;
  requires transitive dev.belay.mcp;
  requires transitive dev.belay.process;
  requires transitive dev.belay.tools;

  exports dev.belay.gateway.answer;
  exports dev.belay.gateway.approval;
  exports dev.belay.gateway.breaker;
  exports dev.belay.gateway.call;
  exports dev.belay.gateway.catalog;
  exports dev.belay.gateway.hosted;
  exports dev.belay.gateway.job;
  exports dev.belay.gateway.listing;
  exports dev.belay.gateway.notice;
  exports dev.belay.gateway.relay;
  exports dev.belay.gateway.translate;
  exports dev.belay.gateway.turn;
  exports dev.belay.gateway.upstream;
}
