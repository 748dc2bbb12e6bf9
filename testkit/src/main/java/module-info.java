/** Tests of tools in Java: calls in virtual time, and scripted clients. */
module dev.belay.testkit {
  requires static transitive org.jspecify;
  requires transitive dev.belay.core;
  requires transitive dev.belay.mcp;
  requires transitive dev.belay.tools;
  requires static transitive org.junit.jupiter.api;
  requires tools.jackson.databind;

  exports dev.belay.testkit.client;
  exports dev.belay.testkit.http;
  exports dev.belay.testkit.json;
  exports dev.belay.testkit.tool;
  exports dev.belay.testkit.watch;
}
