package dev.belay.testkit.client;

import dev.belay.testkit.http.HttpInput;
import dev.belay.testkit.watch.Watch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection to an HTTP server, controlled by a test to the byte.
 *
 * <p>Responses are matched by their order, so requests may be pipelined. A thread reads everything
 * that arrives unless it is told not to. Safe for use by many threads; {@code lock} guards the
 * pending answers, and is not held over I/O.
 */
public final class HttpLine implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<HttpAnswer> due = new ArrayDeque<>();
  private final ByteArrayOutputStream raw = new ByteArrayOutputStream();
  private final Watch watch = new Watch();
  private final Socket socket;
  private final Thread reader;
  private volatile boolean reading = true;
  private volatile boolean closed;
  private volatile @Nullable String end;

  private HttpLine(Socket socket) {
    this.socket = socket;
    reader = Thread.ofPlatform().daemon().name("belay-testkit-http").unstarted(this::read);
  }

  /** {@return a new connection} */
  public static HttpLine open(InetSocketAddress server) throws IOException {
    return open(server, 0);
  }

  /**
   * {@return a new connection with a receive buffer of that size, to hold up its server early; 0
   * for the default}
   */
  public static HttpLine open(InetSocketAddress server, int receiveBuffer) throws IOException {
    var socket = new Socket();
    if (receiveBuffer > 0) {
      // Before connecting, since the window is agreed upon then.
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.setTcpNoDelay(true);
    socket.connect(server);
    var line = new HttpLine(socket);
    line.reader.start();
    return line;
  }

  /** Sends a request. Returns its answer, which may never arrive. */
  public HttpAnswer send(RawRequest request) {
    var answer = expect();
    sendBytes(request.bytes());
    return answer;
  }

  /** {@return the answer to be filled by the next response on this connection} */
  public HttpAnswer expect() {
    var answer = new HttpAnswer(watch, this);
    lock.lock();
    try {
      due.add(answer);
    } finally {
      lock.unlock();
    }
    var over = end;
    if (over != null) {
      answer.ended(over);
    }
    return answer;
  }

  /** Sends bytes, not necessarily a whole or valid request. */
  public void sendBytes(byte[] bytes) {
    try {
      var out = socket.getOutputStream();
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends text, not necessarily a valid request, as UTF-8. */
  public void sendText(String text) {
    sendBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Stops reading; data in transit fills the buffers, and then holds up the server. */
  public void stopReading() {
    reading = false;
  }

  /** Resumes reading. */
  public void goOnReading() {
    reading = true;
    watch.changed();
  }

  /** Ends the stream to the server, and continues reading. */
  public void halfClose() throws IOException {
    socket.shutdownOutput();
  }

  /** Closes the connection by a TCP reset. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    close();
  }

  /** {@return all bytes received} */
  public byte[] received() {
    return raw.toByteArray();
  }

  /** Waits until the server has closed, reset or half-closed the connection. Returns how. */
  public String awaitEnd() throws InterruptedException {
    return watch.find(
        () -> end,
        ScriptedClient.LIMIT,
        () -> "the connection does not end; it had " + raw.size() + " bytes");
  }

  /** {@return whether the server has ended the connection} */
  public boolean hasEnded() {
    return end != null;
  }

  /** Closes the connection normally and waits for the end of its thread. */
  @Override
  public void close() throws IOException {
    closed = true;
    socket.close();
    watch.changed();
    var interrupted = false;
    while (reader.isAlive()) {
      try {
        reader.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    var why = "the connection ended";
    try {
      var in = new HttpInput(new Recorded(socket.getInputStream(), this::awaitReading, raw));
      for (var head = in.head(); head != null; head = in.head()) {
        var answer = next();
        answer.begun(head);
        in.responseBody(head, answer::piece);
        // A response of the 1xx class precedes the final one.
        if (head.status() >= 200) {
          answered(answer);
        }
      }
    } catch (IOException e) {
      why = e.toString();
    } finally {
      finish(why);
    }
  }

  /** {@return the next pending answer, a new one if none is expected} */
  private HttpAnswer next() {
    lock.lock();
    try {
      var first = due.peek();
      return first == null ? new HttpAnswer(watch, this) : first;
    } finally {
      lock.unlock();
    }
  }

  private void answered(HttpAnswer answer) {
    lock.lock();
    try {
      due.remove(answer);
    } finally {
      lock.unlock();
    }
    answer.ended("");
  }

  private void finish(String why) {
    end = why;
    HttpAnswer[] unanswered;
    lock.lock();
    try {
      unanswered = due.toArray(HttpAnswer[]::new);
    } finally {
      lock.unlock();
    }
    for (var answer : unanswered) {
      answer.ended(why);
    }
    watch.changed();
  }

  private void awaitReading() throws InterruptedException {
    watch.until(() -> reading || closed);
  }
}
