package dev.belay.agent.model.provider;

import dev.belay.testkit.http.HttpInput;
import dev.belay.testkit.watch.Watch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stand-in for a provider's HTTP API on loopback; a script handles each request.
 *
 * <p>Closing it ends its connections and waits for its threads.
 */
final class StandIn implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Handles one request. */
  @FunctionalInterface
  interface Script {
    void play(Answer answer) throws IOException;
  }

  private final Script script;
  private final ServerSocket listening;
  private final Watch watch = new Watch();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final List<CompletableFuture<Void>> threads = new CopyOnWriteArrayList<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  StandIn(Script script) {
    this.script = script;
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("belay-stand-in", this::accept);
  }

  /** {@return one that streams this in pieces of that many bytes} */
  static StandIn streaming(Shape shape, byte[] stream, int size) {
    return new StandIn(answer -> answer.begin(shape.contentType).pieces(stream, size).end());
  }

  /** {@return one that streams the recorded answer of that name} */
  static StandIn streaming(Shape shape, String name) {
    var stream = shape.stream(name);
    return streaming(shape, stream, stream.length);
  }

  private void start(String name, Runnable task) {
    threads.add(
        CompletableFuture.runAsync(
            task, run -> Thread.ofPlatform().daemon().name(name).start(run)));
  }

  private void accept() {
    try {
      for (; ; ) {
        var socket = listening.accept();
        socket.setTcpNoDelay(true);
        connections.incrementAndGet();
        open.add(socket);
        watch.changed();
        start("belay-stand-in-line", () -> serve(socket));
      }
    } catch (IOException _) {
      // It is closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var input = new HttpInput(socket.getInputStream());
      for (var head = input.head(); head != null; head = input.head()) {
        var body = new String(input.requestBody(head), StandardCharsets.UTF_8);
        asked.add(new Asked(head, body));
        watch.changed();
        var answer = new Answer(socket.getOutputStream(), asked.size());
        script.play(answer);
        if (answer.isCut()) {
          return;
        }
      }
    } catch (IOException _) {
      // The client is gone, as some tests require.
    } finally {
      open.remove(socket);
      watch.changed();
    }
  }

  /** {@return its address, without a path} */
  String url() {
    return "http://127.0.0.1:" + listening.getLocalPort();
  }

  /** {@return the requests so far} */
  List<Asked> asked() {
    return asked;
  }

  /** Waits until it has received that many requests. */
  void awaitAsked(int times) throws InterruptedException {
    watch.await(() -> asked.size() >= times, LIMIT, () -> "asked " + asked.size() + " times");
  }

  /** {@return the number of connections so far} */
  int connections() {
    return connections.get();
  }

  /** Waits until no client is connected: one that leaves closes its connection. */
  void awaitNobody() throws InterruptedException {
    watch.await(open::isEmpty, LIMIT, () -> open.size() + " connections are open");
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (var socket : open) {
      socket.close();
    }
    threads.forEach(CompletableFuture::join);
  }
}
