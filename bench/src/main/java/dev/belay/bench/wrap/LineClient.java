package dev.belay.bench.wrap;

import dev.belay.core.time.Time;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * A client that does as little as a client can: it writes a line and reads lines, on one thread.
 *
 * <p>It reads no JSON but the id, so that what is compared are the servers. Each request is one
 * write, as clients do it.
 */
public final class LineClient implements AutoCloseable {
  private static final byte[] ID = "\"id\":".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ERROR = "\"error\":".getBytes(StandardCharsets.US_ASCII);
  private static final Duration LEAVE_LIMIT = Duration.ofSeconds(10);

  private final Process process;
  private final OutputStream out;
  private final InputStream in;
  private final byte[] head;
  private final byte[] tail;
  private byte[] buffer = new byte[64 * 1024];
  private int from;
  private int to;
  private int nextId = 1;

  private LineClient(ServerCommand server) throws IOException {
    process =
        new ProcessBuilder(server.command()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    out = process.getOutputStream();
    in = process.getInputStream();
    head = "{\"jsonrpc\":\"2.0\",\"id\":".getBytes(StandardCharsets.US_ASCII);
    tail =
        (",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\""
                + server.argument()
                + "\":\"hello from the bench\"}}}\n")
            .getBytes(StandardCharsets.US_ASCII);
  }

  /** Starts the server and returns once it has answered {@code initialize}. */
  public static LineClient open(ServerCommand server) throws IOException {
    var client = new LineClient(server);
    client.write(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
            + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\","
            + "\"version\":\"1\"}}}\n");
    client.awaitId(0);
    return client;
  }

  /** Says that the handshake is over. */
  void initialized() throws IOException {
    write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
  }

  /** Says that the handshake is over and makes one call whose answer is checked to the letter. */
  void begin() throws IOException {
    initialized();
    int id = send();
    var line = awaitId(id);
    if (!line.contains("hello from the bench")) {
      throw new IOException("no echo: " + line);
    }
  }

  /** {@return the server's process} */
  public long pid() {
    return process.pid();
  }

  /** Sends one echo and returns its id. */
  int send() throws IOException {
    int id = nextId++;
    out.write(head);
    out.write(Integer.toString(id).getBytes(StandardCharsets.US_ASCII));
    out.write(tail);
    out.flush();
    return id;
  }

  /** {@return the id of the next answer, other messages being passed over} */
  int receive() throws IOException {
    while (true) {
      int end = line();
      int at = find(ID, from, end);
      boolean failed = find(ERROR, from, end) >= 0;
      if (failed) {
        throw new IOException("the server failed: " + text(from, end));
      }
      int id = at < 0 ? -1 : number(at + ID.length, end);
      from = end + 1;
      if (id >= 0) {
        return id;
      }
    }
  }

  private String awaitId(int wanted) throws IOException {
    while (true) {
      int end = line();
      var line = text(from, end);
      int at = find(ID, from, end);
      int id = at < 0 ? -1 : number(at + ID.length, end);
      from = end + 1;
      if (id == wanted) {
        return line;
      }
    }
  }

  private void write(String line) throws IOException {
    out.write(line.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** Reads until a whole line is there; returns where it ends. */
  private int line() throws IOException {
    int scanned = from;
    while (true) {
      for (; scanned < to; scanned++) {
        if (buffer[scanned] == '\n') {
          return scanned;
        }
      }
      if (from > 0) {
        System.arraycopy(buffer, from, buffer, 0, to - from);
        scanned -= from;
        to -= from;
        from = 0;
      }
      if (to == buffer.length) {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
      int count = in.read(buffer, to, buffer.length - to);
      if (count < 0) {
        throw new IOException("the server ended; exit code " + process.onExit().join().exitValue());
      }
      to += count;
    }
  }

  private int find(byte[] wanted, int start, int end) {
    for (int i = start; i <= end - wanted.length; i++) {
      if (Arrays.equals(buffer, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i;
      }
    }
    return -1;
  }

  private int number(int start, int end) {
    int value = 0;
    for (int i = start; i < end && Character.isDigit(buffer[i]); i++) {
      value = value * 10 + buffer[i] - '0';
    }
    return value;
  }

  private String text(int start, int end) {
    return new String(buffer, start, end - start, StandardCharsets.UTF_8);
  }

  /** Leaves, and waits until the server has ended. */
  @Override
  public void close() throws IOException {
    leave(LEAVE_LIMIT);
  }

  /** Leaves, and waits so long for the server to end before it is killed. */
  public void leave(Duration most) throws IOException {
    try {
      out.close();
      CompletableFuture<Process> gone = process.onExit();
      if (!Time.system().await(gone, most)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException _) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
