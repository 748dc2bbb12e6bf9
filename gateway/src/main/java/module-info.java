/** Standing before other servers: upstreams, governed calls, seeing what runs. */
module dev.belay.gateway {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive dev.belay.config;
  requires transitive dev.belay.core;
  requires transitive dev.belay.http;
  requires transitive dev.belay.mcp;
  requires transitive dev.belay.process;
  requires transitive dev.belay.tools;
  requires io.opentelemetry.api;
  requires io.opentelemetry.context;
  requires io.opentelemetry.sdk;
  requires io.opentelemetry.sdk.autoconfigure;
  requires micrometer.core;
  requires micrometer.registry.prometheus;

  exports dev.belay.gateway.answer;
  exports dev.belay.gateway.audit;
  exports dev.belay.gateway.breaker;
  exports dev.belay.gateway.call;
  exports dev.belay.gateway.catalog;
  exports dev.belay.gateway.health;
  exports dev.belay.gateway.hosted;
  exports dev.belay.gateway.listing;
  exports dev.belay.gateway.metrics;
  exports dev.belay.gateway.relay;
  exports dev.belay.gateway.rest;
  exports dev.belay.gateway.schema;
  exports dev.belay.gateway.status;
  exports dev.belay.gateway.trace;
  exports dev.belay.gateway.translate;
  exports dev.belay.gateway.turn;
  exports dev.belay.gateway.upstream;
}
