package dev.belay.http.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;

/** A client on a real socket, which reads only as far as requested. */
final class WireClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;

  WireClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = socket.getInputStream();
  }

  WireClient send(String method, String path, String body, String... headers) throws IOException {
    var head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
    for (int i = 0; i < headers.length; i += 2) {
      head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    head.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
    socket.getOutputStream().write(head.toString().getBytes(ISO_8859_1));
    return this;
  }

  WireClient post(String body, String... headers) throws IOException {
    return send(
        "POST",
        "/mcp",
        body,
        Rig.with(headers, "Content-Type", "application/json", "Accept", Rig.BOTH));
  }

  /** Reads up to and including {@code end}. */
  String until(String end) throws IOException {
    var text = new StringBuilder();
    while (text.indexOf(end) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("closed after: " + text);
      }
      text.append((char) next);
    }
    return text.toString();
  }

  /** Returns the value of a header among the lines of an answer's head. */
  static String header(String head, String name) {
    return List.of(head.split("\r\n", -1)).stream()
        .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " in " + head));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
