package dev.belay.samples.web;

import dev.belay.testkit.http.HttpInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Answers each path with bytes set by a test, head included, on a connection of its own; an answer
 * that ends with {@link #HANGS} stays open without another byte.
 */
final class PageServer implements AutoCloseable {
  static final String HANGS = "…";

  private static final byte[] NONE =
      "HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.UTF_8);

  final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

  /** Counted down once a client has left a hanging connection. */
  final CountDownLatch left = new CountDownLatch(1);

  private final Map<String, byte[]> pages = new ConcurrentHashMap<>();
  private final ServerSocket socket;

  PageServer() throws IOException {
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("test-pages").start(this::accept);
  }

  String url(String path) {
    return "http://127.0.0.1:" + socket.getLocalPort() + path;
  }

  void page(String path, byte[] answer) {
    pages.put(path, answer);
  }

  void page(String path, String head, String body) {
    page(path, (head + "\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
  }

  void ok(String path, String type, String body) {
    page(path, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: " + type, body);
  }

  void redirect(String path, String to) {
    page(
        path,
        "HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: " + to,
        "");
  }

  private void accept() {
    while (true) {
      try {
        var connection = socket.accept();
        Thread.ofVirtual().name("test-page").start(() -> answer(connection));
      } catch (IOException _) {
        return;
      }
    }
  }

  private void answer(Socket connection) {
    try (connection) {
      var head = new HttpInput(connection.getInputStream()).head();
      if (head == null) {
        return;
      }
      var path = head.target();
      asked.add(path);
      var bytes = pages.getOrDefault(path, NONE);
      var text = new String(bytes, StandardCharsets.UTF_8);
      boolean hangs = text.endsWith(HANGS);
      int length = bytes.length - (hangs ? HANGS.getBytes(StandardCharsets.UTF_8).length : 0);
      connection.getOutputStream().write(bytes, 0, length);
      if (hangs) {
        try {
          var _ = connection.getInputStream().read();
        } finally {
          left.countDown();
        }
      }
    } catch (IOException _) {
      // The client has left.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
