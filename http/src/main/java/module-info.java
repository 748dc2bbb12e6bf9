/** The HTTP server: Streamable HTTP of both eras, HTTP+SSE, and routes that others register. */
module dev.belay.http {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive dev.belay.core;
  requires transitive dev.belay.mcp;
  requires io.netty.buffer;
  requires io.netty.common;
  requires io.netty.transport;
  requires io.netty.transport.classes.epoll;
  requires jdk.net;

  exports dev.belay.http.info;
  exports dev.belay.http.json;
  exports dev.belay.http.route;
  exports dev.belay.http.server;
  exports dev.belay.http.stream;
}
