package dev.belay.mcp.client;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** The server's end of one connection, to which a script writes. */
final class Wire {
  private final Socket socket;

  Wire(Socket socket) {
    this.socket = socket;
  }

  Wire raw(String text) throws IOException {
    return raw(text.getBytes(StandardCharsets.UTF_8));
  }

  Wire raw(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  /** Sends a whole answer; each of {@code headers} includes its line break. */
  void respond(int status, String type, String body, String... headers) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    var fields =
        (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n") + String.join("", headers);
    raw("HTTP/1.1 " + status + " X\r\n" + fields + "Content-Length: " + bytes.length + "\r\n\r\n");
    raw(bytes);
  }

  void json(String body, String... headers) throws IOException {
    respond(200, "application/json", body, headers);
  }

  void accepted() throws IOException {
    respond(202, "", "");
  }

  /** Begins a stream of events. */
  Wire events() throws IOException {
    return raw(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
  }

  /** Sends one piece of a stream, as a chunk of its own. */
  Wire chunk(String text) throws IOException {
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    return raw(Integer.toHexString(length) + "\r\n" + text + "\r\n");
  }

  Wire event(String data) throws IOException {
    return chunk("event: message\ndata: " + data + "\n\n");
  }

  /** Ends a stream with the final chunk. */
  void end() throws IOException {
    raw("0\r\n\r\n");
  }

  /** Closes the connection at once, with a reset. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Sends nothing more, but still reads. */
  void halfClose() throws IOException {
    socket.shutdownOutput();
  }

  /** Waits until the client has closed its side; true if it did. */
  boolean awaitClientGone() {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException _) {
      return true;
    }
  }

  /** Stays silent until the server is closed. */
  void hang() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
