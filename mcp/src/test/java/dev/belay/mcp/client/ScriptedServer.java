package dev.belay.mcp.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** An HTTP server on bare sockets, so that the test controls each byte of its answers. */
final class ScriptedServer implements AutoCloseable {
  /** Answers one request; the connection stays open unless the script closes it. */
  @FunctionalInterface
  interface Script {
    void answer(Heard request, Wire wire) throws IOException, InterruptedException;
  }

  /** One request as received. */
  record Heard(String method, String path, Map<String, String> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    boolean has(String text) {
      return body.contains(text);
    }
  }

  private final ServerSocket listener;
  private final Script script;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Map<Thread, CompletableFuture<Void>> threads = new ConcurrentHashMap<>();
  final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
  final BlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();
  private volatile boolean closed;

  ScriptedServer(Script script) {
    this.script = script;
    try {
      listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  private void start(Runnable task) {
    var ended = new CompletableFuture<Void>();
    var thread =
        Thread.ofVirtual()
            .unstarted(() -> {
              try {
                task.run();
              } finally {
                ended.complete(null);
              }
            });
    threads.put(thread, ended);
    thread.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/mcp");
  }

  private void accept() {
    try {
      while (!closed) {
        var socket = listener.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        if (closed) {
          socket.close(); // close() may have passed over the sockets before
        }
        start(() -> serve(socket));
      }
    } catch (IOException _) {
      // closed
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var in = new BufferedInputStream(socket.getInputStream());
      var request = read(in);
      while (request != null) {
        heard.add(request);
        script.answer(request, new Wire(socket));
        request = read(in);
      }
    } catch (IOException _) {
      // The client left, or the script closed the connection.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | AssertionError e) {
      faults.add(e);
    } finally {
      sockets.remove(socket);
    }
  }

  private static @Nullable Heard read(InputStream in) throws IOException {
    String start = line(in);
    if (start.isEmpty()) {
      return null;
    }
    var headers = new TreeMap<String, String>();
    String header = line(in);
    while (!header.isEmpty()) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
      header = line(in);
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    var bytes = in.readNBytes(length);
    if (bytes.length < length) {
      return null; // the client left in the middle of it
    }
    var body = new String(bytes, StandardCharsets.UTF_8);
    int path = start.indexOf(' ') + 1;
    return new Heard(
        start.substring(0, path - 1),
        start.substring(path, start.indexOf(' ', path)),
        headers,
        body);
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    int next = in.read();
    while (next >= 0 && next != '\n') {
      if (next != '\r') {
        line.append((char) next);
      }
      next = in.read();
    }
    return line.toString();
  }

  @Override
  public void close() {
    closed = true;
    try {
      listener.close();
      for (var socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.keySet().forEach(Thread::interrupt);
    threads.values().forEach(CompletableFuture::join);
    if (!faults.isEmpty()) {
      throw new AssertionError("the script failed", faults.peek());
    }
  }
}
