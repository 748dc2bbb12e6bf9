package dev.belay.gateway.notice;

import dev.belay.testkit.http.Head;
import dev.belay.testkit.http.HttpInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingQueue;

/** A server on loopback that gets notices, and answers as it is told: 204 unless it is. */
final class Receiver implements AutoCloseable {
  /** The request is read, and not answered. */
  static final String NOTHING = "";

  record Got(Head head, String body) {}

  final BlockingQueue<Got> got = new LinkedBlockingQueue<>();
  private final Deque<String> answers = new ConcurrentLinkedDeque<>();
  private final ServerSocket server;

  Receiver() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/hook?key=hidden");
  }

  /** Answers the next request by this status line, and fields of the head. */
  Receiver then(String answer) {
    answers.add(answer);
    return this;
  }

  private void accept() {
    try {
      for (; ; ) {
        var socket = server.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException _) {
      // It is closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var in = new HttpInput(socket.getInputStream());
      for (var head = in.head(); head != null; head = in.head()) {
        var body = new String(in.requestBody(head), StandardCharsets.UTF_8);
        var answer = answers.pollFirst();
        if (!NOTHING.equals(answer)) {
          var line = (answer == null ? "204 No Content" : answer) + "\r\nContent-Length: 0\r\n\r\n";
          socket.getOutputStream().write(("HTTP/1.1 " + line).getBytes(StandardCharsets.US_ASCII));
        }
        got.add(new Got(head, body));
      }
    } catch (IOException _) {
      // The client has left.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
