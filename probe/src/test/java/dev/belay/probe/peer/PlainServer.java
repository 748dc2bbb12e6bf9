package dev.belay.probe.peer;

import dev.belay.testkit.http.HttpInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A plain HTTP server without MCP: one request per connection. */
public final class PlainServer implements AutoCloseable {
  /** The answer at a path. */
  public record Page(int status, String body) {}

  private final ServerSocket socket;
  private final Map<String, Page> pages;
  private final AtomicInteger asked = new AtomicInteger();

  /** Serves these pages, and 404 elsewhere; {@code ""} is the page of all other paths. */
  public PlainServer(Map<String, Page> pages) throws IOException {
    this.pages = Map.copyOf(pages);
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  private void accept() {
    try {
      while (true) {
        var client = socket.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException _) {
      // Closed: the test is over.
    }
  }

  private void serve(Socket client) {
    try (client) {
      var in = new HttpInput(client.getInputStream());
      var head = in.head();
      if (head != null) {
        in.requestBody(head);
        asked.incrementAndGet();
        client.getOutputStream().write(answer(head.target()));
      }
    } catch (IOException _) {
      // The client has left.
    }
  }

  private byte[] answer(String path) {
    var page = pages.get(path);
    var said = page == null ? pages.getOrDefault("", new Page(404, "no such page")) : page;
    return ("HTTP/1.1 %d Said\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n"
            + "Connection: close\r\n\r\n%s")
        .formatted(said.status(), said.body().length(), said.body())
        .getBytes(StandardCharsets.UTF_8);
  }

  /** {@return the address of a path} */
  public URI url(String path) {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort() + path);
  }

  /** {@return the number of requests received} */
  public int asked() {
    return asked.get();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
