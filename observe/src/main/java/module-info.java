/** Observation: health, metrics, the audit log, traces, the feed of events, schemas of the API. */
module dev.belay.observe {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive dev.belay.config;
  requires transitive dev.belay.core;
  requires transitive dev.belay.gateway;
  requires transitive dev.belay.http;
  requires transitive dev.belay.mcp;
  requires transitive dev.belay.tools;
  requires io.opentelemetry.api;
  requires io.opentelemetry.context;
  requires io.opentelemetry.sdk;
  requires io.opentelemetry.sdk.autoconfigure;
  requires micrometer.core;
  requires micrometer.registry.prometheus;

  exports dev.belay.observe.audit;
  exports dev.belay.observe.health;
  exports dev.belay.observe.metrics;
  exports dev.belay.observe.rest;
  exports dev.belay.observe.schema;
  exports dev.belay.observe.status;
  exports dev.belay.observe.trace;
}
