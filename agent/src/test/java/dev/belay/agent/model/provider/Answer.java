package dev.belay.agent.model.provider;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes one response, with any fault that a test needs. */
final class Answer {
  private final OutputStream out;
  private final int number;
  private boolean cut;

  Answer(OutputStream out, int number) {
    this.out = out;
    this.number = number;
  }

  /** {@return the number of the answered request, from 1} */
  int number() {
    return number;
  }

  /** Sends a whole response. */
  void whole(int status, String body, String... headers) throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    head(status, headers, "Content-Length: " + bytes.length);
    out.write(bytes);
    out.flush();
  }

  /** Begins a stream. */
  Answer begin(String contentType) throws IOException {
    head(200, new String[] {"Content-Type: " + contentType}, "Transfer-Encoding: chunked");
    out.flush();
    return this;
  }

  private void head(int status, String[] headers, String framing) throws IOException {
    var head = "HTTP/1.1 " + status + " So\r\n" + framing + "\r\n";
    for (var header : headers) {
      head += header + "\r\n";
    }
    out.write((head + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends a piece of the stream. */
  Answer piece(byte[] bytes) throws IOException {
    out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.write(bytes);
    out.write(new byte[] {'\r', '\n'});
    out.flush();
    return this;
  }

  /** Sends this in pieces of that many bytes. */
  Answer pieces(byte[] bytes, int size) throws IOException {
    for (int at = 0; at < bytes.length; at += size) {
      piece(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + size)));
    }
    return this;
  }

  /** Ends the stream properly. */
  void end() throws IOException {
    out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** Cuts the connection when the script is over. */
  void cut() {
    cut = true;
  }

  boolean isCut() {
    return cut;
  }
}
