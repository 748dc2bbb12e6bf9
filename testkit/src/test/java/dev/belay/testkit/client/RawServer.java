package dev.belay.testkit.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A server played by a test by hand, to the byte if needed. */
final class RawServer implements AutoCloseable {
  private final ServerSocket listening;
  private final List<Socket> accepted = new ArrayList<>();

  RawServer() throws IOException {
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/mcp");
  }

  Socket accept() throws IOException {
    var socket = listening.accept();
    accepted.add(socket);
    return socket;
  }

  /** {@return the text received up to {@code end}} */
  static String readTo(Socket socket, String end) throws IOException {
    var text = new StringBuilder();
    while (text.indexOf(end) < 0) {
      var b = socket.getInputStream().read();
      if (b < 0) {
        throw new AssertionError("ended after " + text);
      }
      text.append((char) b);
    }
    return text.toString();
  }

  static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (var socket : accepted) {
      socket.close();
    }
  }
}
