package dev.belay.testkit.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages from one connection, blocking; a body is delivered in pieces as they arrive.
 *
 * <p>For one thread. A truncated body is an {@link EOFException}, broken framing a {@link
 * ProtocolException}.
 */
public final class HttpInput {
  private static final int LONGEST_LINE = 4 * 1024 * 1024;
  private final InputStream in;

  /** Receives the pieces of a body. */
  @FunctionalInterface
  public interface Pieces {
    /** Receives the first {@code length} bytes of {@code buffer}, which is reused afterwards. */
    void take(byte[] buffer, int length) throws IOException;
  }

  /** Reads from {@code in}, and owns it from now on. */
  public HttpInput(InputStream in) {
    this.in = new BufferedInputStream(in, 16 * 1024);
  }

  /** Waits until data can be read. Returns false if the stream ends instead. */
  public boolean more() throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      return false;
    }
    in.reset();
    return true;
  }

  /** {@return the next head, or null if the stream ends before its first byte} */
  public @Nullable Head head() throws IOException {
    if (!more()) {
      return null;
    }
    var lines = new ArrayList<String>();
    for (var line = line(); !line.isEmpty(); line = line()) {
      lines.add(line);
    }
    if (lines.isEmpty()) {
      throw new ProtocolException("a head without a start line");
    }
    return Head.of(lines);
  }

  /** {@return the whole body of a request; empty unless its head frames one} */
  public byte[] requestBody(Head head) throws IOException {
    var body = new ByteArrayOutputStream();
    framed(head, (buffer, length) -> body.write(buffer, 0, length));
    return body.toByteArray();
  }

  /** Delivers the body of a response, which ends with the connection unless it is framed. */
  public void responseBody(Head head, Pieces pieces) throws IOException {
    var status = head.status();
    if (status < 200 || status == 204 || status == 304 || framed(head, pieces)) {
      return;
    }
    var buffer = new byte[8 * 1024];
    for (var length = in.read(buffer); length >= 0; length = in.read(buffer)) {
      pieces.take(buffer, length);
    }
  }

  private boolean framed(Head head, Pieces pieces) throws IOException {
    if (head.field("Transfer-Encoding").equalsIgnoreCase("chunked")) {
      for (var size = chunkSize(); size > 0; size = chunkSize()) {
        exactly(size, pieces);
        line();
      }
      for (var trailer = line(); !trailer.isEmpty(); trailer = line()) {
        // Trailers after the last chunk are ignored.
      }
      return true;
    }
    if (head.has("Content-Length")) {
      exactly(number(head.field("Content-Length"), 10), pieces);
      return true;
    }
    return false;
  }

  private long chunkSize() throws IOException {
    var line = line();
    var semicolon = line.indexOf(';');
    return number(semicolon < 0 ? line : line.substring(0, semicolon), 16);
  }

  private void exactly(long length, Pieces pieces) throws IOException {
    var buffer = new byte[(int) Math.min(length, 8 * 1024)];
    for (var left = length; left > 0; ) {
      var got = in.read(buffer, 0, (int) Math.min(left, buffer.length));
      if (got < 0) {
        throw new EOFException("the body ends " + left + " bytes early");
      }
      pieces.take(buffer, got);
      left -= got;
    }
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (var b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the stream ends within a line");
      }
      if (line.size() == LONGEST_LINE) {
        throw new ProtocolException("a line of more than " + LONGEST_LINE + " bytes");
      }
      line.write(b);
    }
    var text = line.toString(StandardCharsets.ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  private static long number(String digits, int radix) throws ProtocolException {
    try {
      return Long.parseUnsignedLong(digits.strip(), radix);
    } catch (NumberFormatException _) {
      throw new ProtocolException("no length: " + digits);
    }
  }
}
