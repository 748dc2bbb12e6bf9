package dev.belay.bench.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One persistent HTTP/1.1 connection, with as little as possible between the call and the socket.
 */
public final class KeptConnection implements AutoCloseable {
  private final Socket socket = new Socket();
  private final OutputStream out;
  private final InputStream in;
  private final String host;

  /** Connects. */
  public KeptConnection(InetSocketAddress address) throws IOException {
    socket.setTcpNoDelay(true);
    socket.connect((SocketAddress) address);
    host = "127.0.0.1:" + address.getPort();
    out = socket.getOutputStream();
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** A received response. */
  public record Answer(int status, Map<String, String> headers, String body) {}

  /** {@return a whole request to the only endpoint, reusable} */
  public byte[] post(String body, Map<String, String> headers) {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    var head = new StringBuilder("POST /mcp HTTP/1.1\r\n");
    var all = new HashMap<>(headers);
    all.put("Host", host);
    all.put("Content-Type", "application/json");
    all.put("Accept", "application/json, text/event-stream");
    all.put("Content-Length", Integer.toString(bytes.length));
    all.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    return (head + "\r\n" + body).getBytes(StandardCharsets.UTF_8);
  }

  /** {@return a request for the server's description, which makes no call} */
  byte[] get() {
    return get("/mcp");
  }

  /** {@return a request for that path, preferring JSON} */
  public byte[] get(String path) {
    return "GET %s HTTP/1.1\r\nHost: %s\r\nAccept: application/json, */*;q=0.5\r\n\r\n"
        .formatted(path, host)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Sends without waiting for the response. */
  public void send(byte[] request) throws IOException {
    out.write(request);
    out.flush();
  }

  /** Sends, and waits for the first line of the response; the rest is not read. */
  public void begin(byte[] request) throws IOException {
    send(request);
    var _ = line();
  }

  /** Sends, and waits for the response. */
  public Answer exchange(byte[] request) throws IOException {
    send(request);
    var first = line();
    int status = Integer.parseInt(first.substring(9, 12));
    var headers = new HashMap<String, String>();
    for (var line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return new Answer(status, headers, body(headers));
  }

  private String body(Map<String, String> headers) throws IOException {
    var length = headers.get("content-length");
    if (length != null) {
      return new String(in.readNBytes(Integer.parseInt(length)), StandardCharsets.UTF_8);
    }
    if (!"chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
      return "";
    }
    var body = new StringBuilder();
    while (true) {
      int size = Integer.parseInt(line().strip(), 16);
      body.append(new String(in.readNBytes(size), StandardCharsets.UTF_8));
      line();
      if (size == 0) {
        return body.toString();
      }
    }
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the server closed the connection after: " + line);
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
