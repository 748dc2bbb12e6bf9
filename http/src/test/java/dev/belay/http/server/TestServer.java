package dev.belay.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Time;
import dev.belay.http.route.Route;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on a free port of the loopback address, whose threads are gone when it is closed. */
final class TestServer implements AutoCloseable {
  private final List<String> reports = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  TestServer(Route routes) throws IOException {
    this(routes, HttpBounds.defaults(), Time.system());
  }

  TestServer(Route routes, HttpBounds bounds, Time time) throws IOException {
    this(HttpSettings.defaults().at("127.0.0.1", 0).bounded(bounds), routes, time);
  }

  TestServer(HttpSettings settings, Route routes, Time time) throws IOException {
    server = HttpServer.open(settings, routes, time, reports::add);
  }

  RawClient client() throws IOException {
    return new RawClient(server.port());
  }

  HttpServer server() {
    return server;
  }

  List<String> reports() {
    return reports;
  }

  @Override
  public void close() {
    server.close();
    assertThat(server.load()).isEqualTo(new HttpLoad(0, 0));
  }
}
