package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.belay.http.server.Refusal.RequestRefused;
import dev.belay.http.server.RequestHead.RequestLine;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses the request line and the headers, refusing whatever is ambiguous.
 *
 * <p>Stricter than RFC 9112 §5 where leniency has enabled request smuggling: folded headers, space
 * before a colon, lone CR or LF, control characters and headers without a name are refused (P21).
 */
final class HeadReader {
  private static final Refusal LONG_LINE = Refusal.of(414, "the request line is too long");
  private static final Refusal LONG_HEAD = Refusal.of(431, "the headers are too large");
  private static final Refusal MANY = Refusal.of(431, "there are too many headers");

  /**
   * Charged per request in addition to the bytes of its head; {@code HEADER_OVERHEAD} per header.
   */
  private static final int OVERHEAD = 512;

  private static final int HEADER_OVERHEAD = 128;

  private final ServerBounds.Sizes bounds;
  private final Lines lines;
  private @Nullable RequestLine first;
  private Map<String, List<String>> headers = new HashMap<>();
  private int bytes;
  private int count;
  private boolean skippedEmptyLine;

  HeadReader(ServerBounds.Sizes bounds, Lines lines) {
    this.bounds = bounds;
    this.lines = lines;
  }

  /** {@return the head, or null if its end has not come yet} */
  @Nullable RequestHead read(ByteBuf in) throws RequestRefused {
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
        // Some clients send an extra empty line after a body (RFC 9112 §2.2).
        skippedEmptyLine = true;
      }
    }
  }

  /** {@return the memory charged for the head being read, in bytes} */
  long held() {
    return held(bytes, count);
  }

  private static long held(long bytes, int count) {
    return bytes == 0 ? 0 : OVERHEAD + bytes + (long) HEADER_OVERHEAD * count;
  }

  /** {@return true if part of a head has come} */
  boolean isUnderWay() {
    return first != null;
  }

  /** Checks a trailer field like any header, and discards it. */
  void trailer(byte[] line, int length) throws RequestRefused {
    bytes += length + 2;
    if (bytes > bounds.headBytes()) {
      throw new RequestRefused(LONG_HEAD);
    }
    header(line, length);
    headers.clear();
  }

  private RequestHead whole(RequestLine line) {
    var head = new RequestHead(line, headers, held());
    restart();
    return head;
  }

  /** Prepares for the next head, after a complete head or trailer. */
  void restart() {
    first = null;
    headers = new HashMap<>();
    bytes = 0;
    count = 0;
    skippedEmptyLine = false;
    lines.shrink();
  }

  private void header(byte[] line, int length) throws RequestRefused {
    if (++count > bounds.headers()) {
      throw new RequestRefused(MANY);
    }
    int colon = 0;
    while (colon < length && Chars.isToken(line[colon])) {
      if (line[colon] >= 'A' && line[colon] <= 'Z') {
        line[colon] |= 0x20;
      }
      colon++;
    }
    if (colon == 0 || colon == length || line[colon] != ':') {
      throw new RequestRefused("a header is one line: a name, a colon at once, and a value");
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
        throw new RequestRefused("a header's value has no control characters");
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

  /** Interned names of common headers. */
  static final class HeaderNames {
    private static final List<String> COMMON =
        List.of(
            "host",
            "accept",
            "content-type",
            "content-length",
            "mcp-session-id",
            "mcp-protocol-version",
            "mcp-method",
            "mcp-name",
            "user-agent",
            "connection",
            "accept-encoding",
            "accept-language",
            "authorization",
            "last-event-id",
            "origin",
            "sec-fetch-mode");

    private HeaderNames() {}

    /** {@return the first {@code length} bytes, in lower case, as a name} */
    static String of(byte[] line, int length) {
      for (String name : COMMON) {
        if (name.length() == length && isAt(name, line)) {
          return name;
        }
      }
      return new String(line, 0, length, ISO_8859_1);
    }

    private static boolean isAt(String name, byte[] line) {
      for (int at = 0; at < name.length(); at++) {
        if (name.charAt(at) != line[at]) {
          return false;
        }
      }
      return true;
    }
  }
}
