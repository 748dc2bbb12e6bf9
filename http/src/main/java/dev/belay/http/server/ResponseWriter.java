package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.belay.core.time.Time;
import dev.belay.http.route.Header;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Encodes answers as HTTP/1.1, small ones in a single buffer. */
final class ResponseWriter {
  static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);

  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);
  private static final byte[] CRLF = "\r\n".getBytes(US_ASCII);
  private static final byte[] LENGTH = "Content-Length: ".getBytes(US_ASCII);
  private static final byte[] CHUNKED = "Transfer-Encoding: chunked\r\n".getBytes(US_ASCII);
  private static final byte[] CLOSE = "Connection: close\r\n".getBytes(US_ASCII);

  /** Headers that only the server sets; a route's are dropped. */
  private static final List<String> OWN =
      List.of("connection", "content-length", "date", "keep-alive", "transfer-encoding");

  /** Bodies up to this size are copied behind their head. */
  private static final int ONE_BUFFER = 64 << 10;

  /** Room for the status line and the server's own headers. */
  private static final int HEAD = 192;

  private final DateHeader date;

  ResponseWriter(DateHeader date) {
    this.date = date;
  }

  /** {@return whether the status and every header can be sent without header injection (P21)} */
  static boolean areSafe(int status, List<Header> headers) {
    if (!StatusLines.isFinal(status)) {
      return false;
    }
    for (Header header : headers) {
      if (!Chars.isToken(header.name()) || !Chars.isValue(header.value())) {
        return false;
      }
    }
    return true;
  }

  /** {@return the memory charged for a body until it is written, in bytes} */
  static long held(Body body) {
    return (long) body.own().length + Math.min(body.shared().remaining(), ONE_BUFFER);
  }

  /**
   * Writes a whole answer.
   *
   * @param bodiless whether the body is left out, for example in the answer to a HEAD request
   */
  void whole(
      Outflow out, int status, List<Header> headers, Body body, boolean bodiless, boolean close) {
    boolean hasBody = !bodiless && !StatusLines.isBodiless(status);
    int length = body.length();
    boolean isSmall = length <= ONE_BUFFER;
    ByteBuf head = out.buffer(room(headers) + (hasBody && isSmall ? length : 0));
    head.writeBytes(StatusLines.line(status));
    headers(head, headers, close);
    if (!StatusLines.isBodiless(status)) {
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

  /** Writes the head of a streamed answer. */
  void begin(Outflow out, List<Header> headers, boolean chunks, boolean close) {
    ByteBuf head = out.buffer(room(headers));
    head.writeBytes(StatusLines.line(200));
    headers(head, headers, close);
    if (chunks) {
      head.writeBytes(CHUNKED);
    }
    out.write(head.writeBytes(CRLF));
  }

  /** Writes a batch of events, as one chunk if the client understands chunks. */
  static void events(Outflow out, EventOutput.Batch batch, boolean chunks) {
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

  /**
   * The body of an answer: bytes of its own, followed by content shared with other answers.
   *
   * @param shared read through duplicates only
   */
  @SuppressWarnings("ArrayRecordComponent") // Bodies are sent, never compared.
  record Body(byte[] own, ByteBuffer shared) {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    static Body of(byte[] bytes) {
      return new Body(bytes, NOTHING);
    }

    int length() {
      return own.length + shared.remaining();
    }
  }

  /** The {@code Date} header line, formatted once per sweep. */
  static final class DateHeader {
    private static final DateTimeFormatter FORMAT =
        DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Time time;
    private volatile byte[] line;

    DateHeader(Time time) {
      this.time = time;
      this.line = now();
    }

    void refresh() {
      line = now();
    }

    byte[] line() {
      return line;
    }

    private byte[] now() {
      return ("Date: " + FORMAT.format(time.wall()) + "\r\n").getBytes(US_ASCII);
    }
  }

  /** Pre-encoded status lines. */
  static final class StatusLines {
    private static final byte[][] LINES = new byte[600][];

    static {
      for (int status = 200; status < LINES.length; status++) {
        LINES[status] = ("HTTP/1.1 " + status + " " + phrase(status) + "\r\n").getBytes(US_ASCII);
      }
    }

    private StatusLines() {}

    /** {@return whether {@code status} is a final one} */
    static boolean isFinal(int status) {
      return status >= 200 && status < LINES.length;
    }

    /** {@return whether an answer with that status never has a body (RFC 9110 §6.4.1)} */
    static boolean isBodiless(int status) {
      return status == 204 || status == 304;
    }

    static byte[] line(int status) {
      return LINES[status];
    }

    /** Returns the reason phrase, which clients ignore; empty for a status not listed. */
    private static String phrase(int status) {
      return switch (status) {
        case 200 -> "OK";
        case 202 -> "Accepted";
        case 204 -> "No Content";
        case 400 -> "Bad Request";
        case 401 -> "Unauthorized";
        case 403 -> "Forbidden";
        case 404 -> "Not Found";
        case 405 -> "Method Not Allowed";
        case 406 -> "Not Acceptable";
        case 408 -> "Request Timeout";
        case 409 -> "Conflict";
        case 413 -> "Content Too Large";
        case 414 -> "URI Too Long";
        case 415 -> "Unsupported Media Type";
        case 417 -> "Expectation Failed";
        case 429 -> "Too Many Requests";
        case 431 -> "Request Header Fields Too Large";
        case 500 -> "Internal Server Error";
        case 503 -> "Service Unavailable";
        case 505 -> "HTTP Version Not Supported";
        default -> "";
      };
    }
  }
}
