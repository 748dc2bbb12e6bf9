package dev.belay.testbed.fault;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The server's half of one exchange: its output to the socket, orderly or not.
 *
 * <p>The first thread that writes or ends it decides; output after the end is dropped. {@code turn}
 * is held over writes, since a client that does not read must hold up its answer.
 */
final class Reply {
  private final ReentrantLock turn = new ReentrantLock();
  private final Socket socket;
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private final CompletableFuture<Void> left = new CompletableFuture<>();

  Reply(Socket socket) {
    this.socket = socket;
  }

  /** Writes to the client. */
  @FunctionalInterface
  interface Writing {
    void to(OutputStream out) throws IOException;
  }

  /** Completes when the connection may continue with the next request. */
  CompletableFuture<Void> over() {
    return over;
  }

  /** Completes when the client has left before the end. */
  CompletableFuture<Void> left() {
    return left;
  }

  /** Records that the client has left. */
  void leave() {
    if (!over.isDone()) {
      left.complete(null);
    }
    over.complete(null);
  }

  /** Writes any bytes. Returns whether they could be sent. */
  boolean write(Writing writing) {
    turn.lock();
    try {
      if (over.isDone()) {
        return false;
      }
      var out = socket.getOutputStream();
      writing.to(out);
      out.flush();
      return true;
    } catch (IOException _) {
      leave();
      return false;
    } finally {
      turn.unlock();
    }
  }

  boolean write(String text) {
    return write(out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Answers with a whole body; each header is a line without its end. */
  void whole(int status, String type, String body, String... headers) {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    var _ =
        write(out -> {
          out.write(head(status, type, bytes.length, headers));
          out.write(bytes);
        });
    end();
  }

  /** Begins an event stream. */
  void beginEvents(String... headers) {
    var _ =
        write(out ->
            out.write(
                text(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                        + "Cache-Control: no-cache, no-transform\r\n"
                        + "Transfer-Encoding: chunked\r\n"
                        + lines(headers)
                        + "\r\n")));
  }

  /** Writes one chunk. */
  boolean chunk(String text) {
    return write(out -> chunk(out, text));
  }

  /** Ends a chunked body, and with it the exchange. */
  void endChunks() {
    var _ = write("0\r\n\r\n");
    end();
  }

  /** Ends the exchange; the connection stays. */
  void end() {
    over.complete(null);
  }

  /** Ends the stream to the client, and continues reading. */
  void halfClose() {
    try {
      socket.shutdownOutput();
    } catch (IOException _) {
      // Closed as a whole already.
    }
  }

  /** Closes the connection normally. */
  void close() {
    halfClose();
    end();
    closeSocket();
  }

  /** Closes the connection by a TCP reset. */
  void reset() {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException _) {
      // Closed already.
    }
    end();
    closeSocket();
  }

  static byte[] head(int status, String type, long length, String... headers) {
    return text(
        "HTTP/1.1 "
            + status
            + " Some Reason\r\n"
            + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n")
            + "Content-Length: "
            + length
            + "\r\n"
            + lines(headers)
            + "\r\n");
  }

  static void chunk(OutputStream out, String text) throws IOException {
    var bytes = text(text);
    out.write(text(Integer.toHexString(bytes.length) + "\r\n"));
    out.write(bytes);
    out.write(text("\r\n"));
  }

  static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String lines(String... headers) {
    return headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
  }

  private void closeSocket() {
    try {
      socket.close();
    } catch (IOException _) {
      // Closed already.
    }
  }
}
