package dev.belay.bench.wrap;

import dev.belay.core.time.Time;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A minimal client: it writes a line and reads lines, on one thread.
 *
 * <p>It parses no JSON but the id, so that only the servers are compared. Each request is one
 * write, as from real clients.
 */
public final class LineClient implements AutoCloseable {
  private static final String ID = "\"id\":";
  private static final Duration LEAVE_LIMIT = Duration.ofSeconds(10);

  private final Process process;
  private final OutputStream out;
  private final BufferedReader in;
  private final String tail;
  private int nextId = 1;

  private LineClient(ServerCommand server) throws IOException {
    process =
        new ProcessBuilder(server.command()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    out = process.getOutputStream();
    in = process.inputReader(StandardCharsets.UTF_8);
    tail =
        ",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\""
            + server.argument()
            + "\":\"hello from the bench\"}}}\n";
  }

  /** Starts the server and returns once it has answered {@code initialize}. */
  public static LineClient open(ServerCommand server) throws IOException {
    var client = new LineClient(server);
    client.write(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
            + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\","
            + "\"version\":\"1\"}}}\n");
    var _ = client.answer();
    return client;
  }

  /** Sends the notification that ends the handshake. */
  void initialized() throws IOException {
    write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
  }

  /** Ends the handshake and makes one call whose answer is checked to the letter. */
  void begin() throws IOException {
    initialized();
    var _ = send();
    var line = answer();
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
    write("{\"jsonrpc\":\"2.0\",\"id\":" + id + tail);
    return id;
  }

  /** {@return the id of the next answer; skips other messages} */
  int receive() throws IOException {
    var line = answer();
    if (line.contains("\"error\":")) {
      throw new IOException("the server failed: " + line);
    }
    int begin = line.indexOf(ID) + ID.length();
    int end = begin;
    while (Character.isDigit(line.charAt(end))) {
      end++;
    }
    return Integer.parseInt(line, begin, end, 10);
  }

  private String answer() throws IOException {
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      if (line.contains(ID)) {
        return line;
      }
    }
    throw new IOException("the server ended; exit code " + process.onExit().join().exitValue());
  }

  private void write(String line) throws IOException {
    out.write(line.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** Disconnects, and waits until the server has ended. */
  @Override
  public void close() throws IOException {
    leave(LEAVE_LIMIT);
  }

  /** Disconnects, and waits that long for the server to end before it is killed. */
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
