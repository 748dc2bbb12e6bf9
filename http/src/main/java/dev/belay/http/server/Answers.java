package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.belay.http.route.Header;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.List;

/** Writes answers as HTTP/1.1 spells them, each into one buffer wherever it is not large. */
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

  /**
   * {@return a whole answer}
   *
   * @param bodiless whether the body is only spoken of: the answer to a HEAD request
   */
  ByteBuf whole(
      ByteBufAllocator buffers,
      int status,
      List<Header> headers,
      Body body,
      boolean bodiless,
      boolean close) {
    boolean hasBody = !bodiless && !Statuses.isBodiless(status);
    int length = body.length();
    boolean isSmall = length <= ONE_BUFFER;
    ByteBuf out = buffers.buffer(room(headers) + (hasBody && isSmall ? length : 0));
    out.writeBytes(Statuses.line(status));
    headers(out, headers, close);
    if (!Statuses.isBodiless(status)) {
      out.writeBytes(LENGTH);
      out.writeCharSequence(Integer.toString(length), US_ASCII);
      out.writeBytes(CRLF);
    }
    out.writeBytes(CRLF);
    if (!hasBody || length == 0) {
      return out;
    }
    if (isSmall) {
      return out.writeBytes(body.own()).writeBytes(body.shared().duplicate());
    }
    return body.shared().hasRemaining()
        ? Unpooled.wrappedBuffer(
            out.writeBytes(body.own()), Unpooled.wrappedBuffer(body.shared().duplicate()))
        : Unpooled.wrappedBuffer(out, Unpooled.wrappedBuffer(body.own()));
  }

  /** {@return the head of an answer whose end is not known yet} */
  ByteBuf begin(ByteBufAllocator buffers, List<Header> headers, boolean chunks, boolean close) {
    ByteBuf out = buffers.buffer(room(headers));
    out.writeBytes(Statuses.line(200));
    headers(out, headers, close);
    if (chunks) {
      out.writeBytes(CHUNKED);
    }
    return out.writeBytes(CRLF);
  }

  /** {@return what waits of a stream, as one chunk where the client understands chunks} */
  static ByteBuf events(ByteBufAllocator buffers, Events.Batch batch, boolean chunks) {
    int length = batch.length();
    ByteBuf out = buffers.buffer(length + 32);
    if (chunks && length > 0) {
      out.writeCharSequence(Integer.toHexString(length), US_ASCII);
      out.writeBytes(CRLF);
    }
    batch.frames().forEach(out::writeBytes);
    if (chunks && length > 0) {
      out.writeBytes(CRLF);
    }
    return chunks && batch.isLast() ? out.writeBytes(LAST_CHUNK) : out;
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
