package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.belay.http.route.Header;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.List;

/** Writes answers as HTTP/1.1 spells them, each in one buffer wherever it is not large. */
final class Answers {
  static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);

  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);
  private static final byte[] CRLF = "\r\n".getBytes(US_ASCII);
  private static final byte[] LENGTH = "Content-Length: ".getBytes(US_ASCII);
  private static final byte[] CHUNKED = "Transfer-Encoding: chunked\r\n".getBytes(US_ASCII);
  private static final byte[] CLOSE = "Connection: close\r\n".getBytes(US_ASCII);

  /** The server's own business, whatever a route says. */
  private static final List<String> OWN =
      List.of("connection", "content-length", "date", "keep-alive", "transfer-encoding");

  /** A larger body is not copied behind its head. */
  private static final int ONE_BUFFER = 64 << 10;

  /** Room for the status line and the server's own headers. */
  private static final int HEAD = 192;

  private final DateLine date;

  Answers(DateLine date) {
    this.date = date;
  }

  /** {@return true if no header could end its line and begin another (P21)} */
  static boolean areSafe(int status, List<Header> headers) {
    if (!Statuses.isFinal(status)) {
      return false;
    }
    for (Header header : headers) {
      if (!Chars.isToken(header.name()) || !Chars.isValue(header.value())) {
        return false;
      }
    }
    return true;
  }

  /** {@return what a body takes of the server's memory until it is written} */
  static long held(Body body) {
    return (long) body.own().length + Math.min(body.shared().remaining(), ONE_BUFFER);
  }

  /**
   * Writes a whole answer.
   *
   * @param bodiless whether the body is only spoken of: the answer to a HEAD request
   */
  void whole(
      Outflow out, int status, List<Header> headers, Body body, boolean bodiless, boolean close) {
    boolean hasBody = !bodiless && !Statuses.isBodiless(status);
    int length = body.length();
    boolean isSmall = length <= ONE_BUFFER;
    ByteBuf head = out.buffer(room(headers) + (hasBody && isSmall ? length : 0));
    head.writeBytes(Statuses.line(status));
    headers(head, headers, close);
    if (!Statuses.isBodiless(status)) {
      head.writeBytes(LENGTH);
      head.writeCharSequence(Integer.toString(length), US_ASCII);
      head.writeBytes(CRLF);
    }
    head.writeBytes(CRLF);
    if (hasBody && isSmall) {
      head.writeBytes(body.own()).writeBytes(body.shared().duplicate());
    }
    out.write(head);
    if (hasBody && !isSmall) {
      out.write(ByteBuffer.wrap(body.own()));
      out.write(body.shared());
    }
  }

  /** Writes the head of an answer whose end is not known yet. */
  void begin(Outflow out, List<Header> headers, boolean chunks, boolean close) {
    ByteBuf head = out.buffer(room(headers));
    head.writeBytes(Statuses.line(200));
    headers(head, headers, close);
    if (chunks) {
      head.writeBytes(CHUNKED);
    }
    out.write(head.writeBytes(CRLF));
  }

  /** Writes what waits of a stream, as one chunk where the client understands chunks. */
  static void events(Outflow out, Events.Batch batch, boolean chunks) {
    int length = batch.length();
    boolean isSmall = length <= ONE_BUFFER;
    boolean isChunk = chunks && length > 0;
    ByteBuf bytes = out.buffer((isSmall ? length : 0) + 32);
    if (isChunk) {
      bytes.writeCharSequence(Integer.toHexString(length), US_ASCII);
      bytes.writeBytes(CRLF);
    }
    if (isSmall) {
      batch.frames().forEach(bytes::writeBytes);
    } else {
      out.write(bytes);
      batch.frames().forEach(frame -> out.write(ByteBuffer.wrap(frame)));
      bytes = out.buffer(16);
    }
    if (isChunk) {
      bytes.writeBytes(CRLF);
    }
    out.write(chunks && batch.isLast() ? bytes.writeBytes(LAST_CHUNK) : bytes);
  }

  private void headers(ByteBuf out, List<Header> headers, boolean close) {
    for (Header header : headers) {
      if (!isOwn(header.name())) {
        out.writeCharSequence(header.name(), US_ASCII);
        out.writeByte(':').writeByte(' ');
        out.writeCharSequence(header.value(), ISO_8859_1);
        out.writeBytes(CRLF);
      }
    }
    out.writeBytes(date.line());
    if (close) {
      out.writeBytes(CLOSE);
    }
  }

  private static boolean isOwn(String name) {
    for (String own : OWN) {
      if (own.equalsIgnoreCase(name)) {
        return true;
      }
    }
    return false;
  }

  private static int room(List<Header> headers) {
    int room = HEAD;
    for (Header header : headers) {
      room += header.name().length() + header.value().length() + 4;
    }
    return room;
  }
}
