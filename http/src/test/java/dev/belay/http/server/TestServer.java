package dev.belay.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.share.Shares;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import dev.belay.http.route.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server on a free loopback port; on closing, it checks that its threads are gone and its memory
 * is free.
 */
final class TestServer implements AutoCloseable {
  private final List<String> reports = new CopyOnWriteArrayList<>();
  private final Shares memory;
  private final HttpServer server;

  TestServer(Route routes) {
    this(routes, ServerBounds.defaults(), new HandTime());
  }

  TestServer(Route routes, ServerBounds bounds, Time time) {
    this(HttpServerOptions.defaults().at("127.0.0.1", 0).bounded(bounds), routes, time);
  }

  TestServer(HttpServerOptions settings, Route routes, Time time) {
    memory = new Shares(settings.bounds().size().memoryBytes());
    try {
      // One loop, in which an answer to one client means that earlier bytes of others were read.
      var loops = Loops.open(/* preferNative= */ true, reports::add, 1);
      server = HttpServer.open(settings, routes, time, reports::add, memory, loops);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  RawClient client() throws IOException {
    return new RawClient(server.port());
  }

  HttpServer server() {
    return server;
  }

  /** {@return the memory it holds for its clients} */
  Shares memory() {
    return memory;
  }

  List<String> reports() {
    return reports;
  }

  @Override
  public void close() {
    server.close();
    assertThat(server.load()).isEqualTo(new HttpServer.Load(0, 0));
    assertThat(memory.held()).as("bytes held for nobody").isZero();
  }
}
