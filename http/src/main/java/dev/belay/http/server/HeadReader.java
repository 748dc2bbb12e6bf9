package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a request's first line and its headers, and nothing that could be read in two ways.
 *
 * <p>Stricter than a server must be, where leniency has let requests be smuggled: folded headers,
 * space before a colon, lone CR or LF, control characters and unnamed headers are refused (RFC 9112
 * §5, CVE lessons in P21).
 */
final class HeadReader {
  private static final Refusal LONG_LINE = Refusal.of(414, "the request line is too long");
  private static final Refusal LONG_HEAD = Refusal.of(431, "the headers are too large");
  private static final Refusal MANY = Refusal.of(431, "there are too many headers");

  /** What a request takes besides the bytes of its head, and each header of it. */
  private static final int OVERHEAD = 512;

  private static final int HEADER_OVERHEAD = 128;

  private final SizeBounds bounds;
  private final Lines lines;
  private @Nullable RequestLine first;
  private Map<String, List<String>> headers = new HashMap<>();
  private int bytes;
  private int count;
  private boolean skippedEmptyLine;

  HeadReader(SizeBounds bounds, Lines lines) {
    this.bounds = bounds;
    this.lines = lines;
  }

  /** {@return the head, or null if its end has not come yet} */
  @Nullable Head read(ByteBuf in) throws RefusedRequestException {
    while (true) {
      boolean isFirst = first == null;
      int most = isFirst ? bounds.lineBytes() : Math.max(0, bounds.headBytes() - bytes);
      if (!lines.read(in, most, isFirst ? LONG_LINE : LONG_HEAD)) {
        return null;
      }
      bytes += lines.length() + 2;
      if (first != null && lines.length() == 0) {
        return whole(first);
      }
      if (first != null) {
        header(lines.bytes(), lines.length());
      } else if (lines.length() > 0 || skippedEmptyLine) {
        first = RequestLine.parse(lines.bytes(), lines.length());
      } else {
        // Some clients send one empty line too many after a body (RFC 9112 §2.2).
        skippedEmptyLine = true;
      }
    }
  }

  /** {@return what the head that is under way takes; many small headers count as well} */
  long held() {
    return held(bytes, count);
  }

  private static long held(long bytes, int count) {
    return bytes == 0 ? 0 : OVERHEAD + bytes + (long) HEADER_OVERHEAD * count;
  }

  /** {@return true if some of a head has come, and not yet all} */
  boolean isUnderWay() {
    return first != null;
  }

  /** Reads a line of the trailer, which is checked like any header and then forgotten. */
  void trailer(byte[] line, int length) throws RefusedRequestException {
    bytes += length + 2;
    if (bytes > bounds.headBytes()) {
      throw new RefusedRequestException(LONG_HEAD);
    }
    header(line, length);
    headers.clear();
  }

  private Head whole(RequestLine line) {
    var head =
        new Head(
            line.method(),
            line.path(),
            line.query(),
            line.authority(),
            line.isHttp11(),
            headers,
            held());
    restart();
    return head;
  }

  /** What has come is whole, a head or a trailer: the next one begins with nothing. */
  void restart() {
    first = null;
    headers = new HashMap<>();
    bytes = 0;
    count = 0;
    skippedEmptyLine = false;
    lines.shrink();
  }

  private void header(byte[] line, int length) throws RefusedRequestException {
    if (++count > bounds.headers()) {
      throw new RefusedRequestException(MANY);
    }
    int colon = 0;
    while (colon < length && Chars.isToken(line[colon])) {
      if (line[colon] >= 'A' && line[colon] <= 'Z') {
        line[colon] |= 0x20;
      }
      colon++;
    }
    if (colon == 0 || colon == length || line[colon] != ':') {
      throw new RefusedRequestException(
          "a header is one line: a name, a colon at once, and a value");
    }
    int start = colon + 1;
    int end = length;
    while (start < end && Chars.isSpace(line[start])) {
      start++;
    }
    while (end > start && Chars.isSpace(line[end - 1])) {
      end--;
    }
    for (int at = start; at < end; at++) {
      if (!Chars.isValue(line[at])) {
        throw new RefusedRequestException("a header's value has no control characters");
      }
    }
    add(HeaderNames.of(line, colon), new String(line, start, end - start, ISO_8859_1));
  }

  private void add(String name, String value) {
    List<String> known = headers.putIfAbsent(name, List.of(value));
    if (known != null) {
      var more = new ArrayList<>(known);
      more.add(value);
      headers.put(name, more);
    }
  }
}
