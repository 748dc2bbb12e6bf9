package dev.belay.testbed.fault;

import dev.belay.testkit.http.Head;
import dev.belay.testkit.http.HttpInput;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.stream.Collectors;

/** Serves one connection, one request after the other, and notices when its client leaves. */
final class HttpConnection {
  private static final int SLOW_PIECE = 16;
  private static final Duration SLOW_PAUSE = Duration.ofMillis(20);

  private final Server server;
  private final Endpoint endpoint;
  private final Socket socket;
  private volatile boolean slowly;

  HttpConnection(Server server, Endpoint endpoint, Socket socket) {
    this.server = server;
    this.endpoint = endpoint;
    this.socket = socket;
  }

  void serve() throws InterruptedException {
    try (socket) {
      socket.setTcpNoDelay(true);
      var in = new HttpInput(new Throttled(socket.getInputStream()));
      for (var head = in.head(); head != null; head = in.head()) {
        var reading = server.options.httpRules.reading(head.method());
        // Logged once the rule is taken: who waits for this line may send the next request.
        server.log.note("http", described(head));
        if (reading == HttpFault.NEVER_READS) {
          awaitEnd();
          return;
        }
        slowly = reading == HttpFault.SLOW_READER;
        var body = in.requestBody(head);
        slowly = false;
        var reply = new Reply(socket);
        endpoint.serve(head, body, reply);
        if (!in.more()) {
          leave(head, reply);
          return;
        }
        reply.over().join();
      }
    } catch (IOException _) {
      // The client is gone, or a fault has closed the connection.
    }
  }

  private void leave(Head head, Reply reply) {
    if (!reply.over().isDone()) {
      server.log.note("left", head.target());
    }
    reply.leave();
  }

  private static void awaitEnd() throws InterruptedException {
    Thread.currentThread().join();
  }

  private static String described(Head head) {
    return head.method()
        + " "
        + head.target()
        + head.fields().stream()
            .map(field -> " | " + field.name() + ": " + field.value())
            .collect(Collectors.joining());
  }

  /** Reads as slowly as the connection is told to. */
  private final class Throttled extends InputStream {
    private final InputStream in;

    Throttled(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (!slowly) {
        return in.read(buffer, offset, length);
      }
      try {
        Thread.sleep(SLOW_PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
      return in.read(buffer, offset, Math.min(length, SLOW_PIECE));
    }
  }
}
