/** Access of callers: tokens, keys, rates. */
module dev.belay.access {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires com.nimbusds.jose.jwt;
  requires io.github.bucket4j.core;
  requires java.net.http;
  requires transitive dev.belay.config;
  requires transitive dev.belay.core;
  requires transitive dev.belay.http;
  requires transitive dev.belay.mcp;

  exports dev.belay.access;
}
