package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A client that sends exactly these bytes, and reads answers as they are on the wire. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;

  RawClient(int port) throws IOException {
    this("127.0.0.1", port);
  }

  /** Connects from this address, one of the many of loopback. */
  RawClient(String from, int port) throws IOException {
    socket =
        new Socket(
            InetAddress.ofLiteral("127.0.0.1"), port, InetAddress.ofLiteral(from), /* any */ 0);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
  }

  /** One answer as received. */
  record Answer(int status, List<String> headers, String body) {
    String header(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ":";
      return headers.stream()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
          .map(line -> line.substring(start.length()).strip())
          .findFirst()
          .orElse("");
    }
  }

  RawClient send(String text) throws IOException {
    return send(text.getBytes(ISO_8859_1));
  }

  /** Sends these lines and an empty one, each with its CR LF. */
  RawClient lines(String... lines) throws IOException {
    return send(String.join("\r\n", lines) + "\r\n\r\n");
  }

  RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** Sends a GET of that path, kept alive. */
  RawClient get(String path) throws IOException {
    return send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }

  RawClient post(String path, String body) throws IOException {
    return send(
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
  }

  Answer answer() throws IOException {
    var head = head();
    var answer = new Answer(Integer.parseInt(head.getFirst().split(" ", 3)[1]), head, "");
    if (answer.header("transfer-encoding").equals("chunked")) {
      return new Answer(answer.status(), head, allChunks());
    }
    String length = answer.header("content-length");
    if (length.isEmpty()) {
      return answer;
    }
    return new Answer(
        answer.status(), head, new String(in.readNBytes(Integer.parseInt(length)), ISO_8859_1));
  }

  /** Returns true if some of an answer has come, or the server has closed. */
  boolean hasAnswer() throws IOException {
    return in.available() > 0;
  }

  /** Returns the first lines of an answer, up to the empty one. */
  List<String> head() throws IOException {
    var lines = new ArrayList<String>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      lines.add(line);
    }
    return lines;
  }

  /** Returns the data of one chunk; empty for the last one. */
  String chunk() throws IOException {
    int length = Integer.parseInt(line(), 16);
    String data = new String(in.readNBytes(length), ISO_8859_1);
    line();
    return data;
  }

  /** Returns everything until the server closes. */
  String rest() throws IOException {
    return new String(in.readAllBytes(), ISO_8859_1);
  }

  /** Returns true if the server has closed, and nothing came before that. */
  boolean isClosed() throws IOException {
    return in.read() < 0;
  }

  /** Closes like a client that needs no more. */
  void leave() throws IOException {
    socket.close();
  }

  void halfClose() throws IOException {
    socket.shutdownOutput();
  }

  void reset() throws IOException {
    socket.setSoLinger(/* on= */ true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private String allChunks() throws IOException {
    var all = new StringBuilder();
    for (String chunk = chunk(); !chunk.isEmpty(); chunk = chunk()) {
      all.append(chunk);
    }
    return all.toString();
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("closed after: " + line.toString(ISO_8859_1));
      }
      line.write(next);
    }
    return line.toString(ISO_8859_1).stripTrailing();
  }
}
