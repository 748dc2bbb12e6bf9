package dev.belay.observe.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Receives OTLP/HTTP exports on loopback, and records them unchanged. */
final class Collector implements AutoCloseable {
  private static final String ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

  private final ServerSocket socket = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final Thread thread = Thread.ofPlatform().name("belay-otlp-collector").start(this::run);

  Collector() throws IOException {}

  String url() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  /** {@return head and body of each request, one character per byte} */
  Queue<String> requests() {
    return requests;
  }

  private void run() {
    while (!socket.isClosed()) {
      try (var client = socket.accept()) {
        var in = new DataInputStream(client.getInputStream());
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
          head.append((char) in.readByte());
        }
        var body = new byte[length(head.toString())];
        in.readFully(body);
        requests.add(head + new String(body, ISO_8859_1));
        client.getOutputStream().write(ANSWER.getBytes(ISO_8859_1));
      } catch (IOException _) {
        // Closed, or a client that left: the test notices the missing request.
      }
    }
  }

  private static int length(String head) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
        .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() throws IOException {
    socket.close();
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
