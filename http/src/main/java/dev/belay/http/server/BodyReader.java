package dev.belay.http.server;

import dev.belay.http.route.Header;
import dev.belay.http.server.Refusal.RequestRefused;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of one request. Its framing is unambiguous, or the request is refused (RFC 9112
 * §6.3, P21).
 *
 * <p>The buffer grows with the bytes received, never with the announced length; its size is charged
 * to the request's {@link Claim} until the request is answered.
 */
final class BodyReader {
  /** A body on a GET or HEAD request has no meaning (RFC 9110 §9.3.1). */
  private static final Refusal NO_BODY = Refusal.of(413, "a GET or HEAD request has no body");

  private static final Refusal MALFORMED = Refusal.bad("this is not a chunked body");

  private static final int LENGTH_DIGITS = 18;
  private static final int CHUNK_DIGITS = 8;

  /** The longest chunk size line: the size, and an extension of realistic length. */
  private static final int SIZE_LINE = 256;

  private static final int FIRST = 4 << 10;
  private static final byte[] NONE = {};

  /** What the next bytes are; a body with a Content-Length is all {@code DATA}. */
  private enum Expecting {
    SIZE,
    DATA,
    DATA_END,
    TRAILER
  }

  private final ServerBounds.Sizes bounds;
  private final boolean isChunked;
  private final boolean isExpected;
  private Expecting expecting;

  /** Bytes left of the body, or of the current chunk. */
  private long left;

  private byte[] bytes = NONE;
  private int length;

  private BodyReader(
      ServerBounds.Sizes bounds, boolean isChunked, long length, boolean isExpected) {
    this.bounds = bounds;
    this.isChunked = isChunked;
    this.isExpected = isExpected;
    this.expecting = isChunked ? Expecting.SIZE : Expecting.DATA;
    this.left = length;
  }

  /** {@return the reader for the body that follows {@code head}; null if no body follows} */
  static @Nullable BodyReader of(RequestHead head, ServerBounds.Sizes bounds)
      throws RequestRefused {
    boolean isChunked = isChunked(head);
    long length = isChunked ? 0 : contentLength(head);
    boolean hasBody = isChunked || length > 0;
    if (hasBody && (head.line().method().equals("GET") || head.line().method().equals("HEAD"))) {
      throw new RequestRefused(NO_BODY);
    }
    if (length > bounds.bodyBytes()) {
      throw new RequestRefused(tooLarge(bounds.bodyBytes()));
    }
    List<String> encodings = head.all("content-encoding");
    if (!encodings.isEmpty()
        && (encodings.size() > 1 || !encodings.getFirst().equalsIgnoreCase("identity"))) {
      throw new RequestRefused(
          Refusal.of(
              415,
              new Header("Accept-Encoding", "identity"),
              "send the body as it is, without Content-Encoding"));
    }
    boolean isExpected = head.line().isHttp11() && expectsContinue(head);
    return hasBody ? new BodyReader(bounds, isChunked, length, isExpected) : null;
  }

  /** {@return whether the client waits for a {@code 100 Continue} before it sends the body} */
  boolean expectsContinue() {
    return isExpected;
  }

  /** {@return the number of bytes of the body received so far} */
  int length() {
    return length;
  }

  /** {@return whether {@code in} holds all of the body} */
  boolean isWholeIn(ByteBuf in) {
    return !isChunked && left <= in.readableBytes();
  }

  /**
   * Reads the bytes of the body in {@code in}.
   *
   * @param trailers checks the fields after the last chunk
   * @return true once the body is complete
   */
  boolean read(ByteBuf in, Claim claim, Lines lines, HeadReader trailers) throws RequestRefused {
    while (true) {
      switch (expecting) {
        case SIZE -> {
          if (!lines.read(in, SIZE_LINE, MALFORMED)) {
            return false;
          }
          left = chunkSize(lines.bytes(), lines.length());
          expecting = left == 0 ? Expecting.TRAILER : Expecting.DATA;
        }
        case DATA -> {
          int count = (int) Math.min(left, in.readableBytes());
          add(in, count, claim);
          left -= count;
          if (left > 0 || !isChunked) {
            return left == 0;
          }
          expecting = Expecting.DATA_END;
        }
        case DATA_END -> {
          if (!lines.read(in, 0, MALFORMED)) {
            return false;
          }
          expecting = Expecting.SIZE;
        }
        case TRAILER -> {
          if (!lines.read(in, SIZE_LINE, MALFORMED)) {
            return false;
          }
          if (lines.length() == 0) {
            trailers.restart();
            return true;
          }
          trailers.trailer(lines.bytes(), lines.length());
        }
      }
    }
  }

  /** {@return the complete body, in an array of its own length} */
  byte[] whole(Claim claim) {
    if (length < bytes.length) {
      claim.give(bytes.length - length);
      bytes = Arrays.copyOf(bytes, length);
    }
    return bytes;
  }

  private void add(ByteBuf in, int count, Claim claim) throws RequestRefused {
    if (count > bounds.bodyBytes() - length) {
      throw new RequestRefused(tooLarge(bounds.bodyBytes()));
    }
    if (length + count > bytes.length) {
      grow(length + count, claim);
    }
    in.readBytes(bytes, length, count);
    length += count;
  }

  private void grow(int atLeast, Claim claim) throws RequestRefused {
    int size = Math.max(atLeast, Math.min(bounds.bodyBytes(), Math.max(FIRST, 2 * bytes.length)));
    // A body that comes in one piece is allocated at its own size, so it is not copied again.
    int next = bytes.length == 0 ? atLeast : size;
    if (!claim.add(next - bytes.length)) {
      throw new RequestRefused(Refusal.CROWDED);
    }
    bytes = Arrays.copyOf(bytes, next);
  }

  /**
   * Returns a refusal; {@code most} is the bound, or {@link Long#MAX_VALUE} to leave it out of the
   * message.
   */
  private static Refusal tooLarge(long most) {
    var bound = most == Long.MAX_VALUE ? "" : " (" + most + " bytes)";
    return Refusal.of(413, "the body is larger than http.max_body_bytes allows" + bound);
  }

  private static boolean isChunked(RequestHead head) throws RequestRefused {
    List<String> codings = head.all("transfer-encoding");
    if (codings.isEmpty()) {
      return false;
    }
    if (!head.all("content-length").isEmpty()) {
      throw new RequestRefused("send Content-Length or Transfer-Encoding, not both");
    }
    if (!head.line().isHttp11()) {
      throw new RequestRefused("HTTP/1.0 has no Transfer-Encoding");
    }
    if (codings.size() > 1 || !codings.getFirst().equalsIgnoreCase("chunked")) {
      throw new RequestRefused("the only Transfer-Encoding taken is: chunked");
    }
    return true;
  }

  private static long contentLength(RequestHead head) throws RequestRefused {
    List<String> lengths = head.all("content-length");
    if (lengths.isEmpty()) {
      return 0;
    }
    String digits = lengths.getFirst();
    if (lengths.size() > 1 || digits.isEmpty() || !Chars.isDigits(digits, 0)) {
      throw new RequestRefused("Content-Length is one number");
    }
    return digits.length() > LENGTH_DIGITS ? Long.MAX_VALUE : Long.parseLong(digits);
  }

  private static boolean expectsContinue(RequestHead head) throws RequestRefused {
    List<String> expectations = head.all("expect");
    if (expectations.isEmpty()) {
      return false;
    }
    if (expectations.size() > 1 || !expectations.getFirst().equalsIgnoreCase("100-continue")) {
      throw new RequestRefused(Refusal.of(417, "the only expectation met is: 100-continue"));
    }
    return true;
  }

  /** Checks a chunk's extension, and ignores it (RFC 9112 §7.1.1). */
  private static long chunkSize(byte[] line, int length) throws RequestRefused {
    long size = 0;
    int at = 0;
    while (at < length && Chars.hex(line[at]) >= 0) {
      size = size << 4 | Chars.hex(line[at++]);
      if (at > CHUNK_DIGITS) {
        throw new RequestRefused(tooLarge(Long.MAX_VALUE));
      }
    }
    boolean isSize = at > 0 && (at == length || line[at] == ';');
    while (isSize && at < length) {
      isSize = Chars.isValue(line[at++]);
    }
    if (!isSize) {
      throw new RequestRefused(MALFORMED);
    }
    return size;
  }
}
