package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.belay.http.server.Refusal.RequestRefused;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request's first line and headers.
 *
 * @param headers values by name in lower case
 * @param held the memory charged for it, in bytes
 */
record RequestHead(RequestLine line, Map<String, List<String>> headers, long held) {
  private static final List<String> NONE = List.of();

  List<String> all(String name) {
    return headers.getOrDefault(name, NONE);
  }

  /**
   * {@return whether the comma-separated list in the header, over all its lines, contains the word}
   */
  boolean lists(String name, String word) {
    for (String value : all(name)) {
      for (String part : value.split(",", -1)) {
        if (part.strip().equalsIgnoreCase(word)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The request line, with exactly one space between its parts (RFC 9112 §3).
   *
   * @param query what follows the question mark; null if there is none
   * @param authority the host in an absolute-form target, in lower case; null in other forms
   */
  record RequestLine(
      String method,
      String path,
      @Nullable String query,
      @Nullable String authority,
      boolean isHttp11) {
    private static final String VERSION = "HTTP/1.1";
    private static final String SCHEME = "http://";

    static RequestLine parse(byte[] line, int length) throws RequestRefused {
      int methodEnd = 0;
      while (methodEnd < length && Chars.isToken(line[methodEnd])) {
        methodEnd++;
      }
      int targetEnd = methodEnd + 1;
      while (targetEnd < length && Chars.isTarget(line[targetEnd])) {
        targetEnd++;
      }
      if (methodEnd == 0
          || targetEnd <= methodEnd + 1
          || targetEnd >= length
          || line[methodEnd] != ' '
          || line[targetEnd] != ' ') {
        throw new RequestRefused("a request begins with: METHOD /path HTTP/1.1");
      }
      boolean isHttp11 = isHttp11(line, targetEnd + 1, length);
      var method = new String(line, 0, methodEnd, ISO_8859_1);
      var target = new String(line, methodEnd + 1, targetEnd - methodEnd - 1, ISO_8859_1);
      return target(method, target, isHttp11);
    }

    private static boolean isHttp11(byte[] line, int from, int to) throws RequestRefused {
      boolean isHttp =
          to - from == VERSION.length()
              && new String(line, from, VERSION.length() - 3, ISO_8859_1).equals("HTTP/")
              && isDigit(line[to - 3])
              && line[to - 2] == '.'
              && isDigit(line[to - 1]);
      if (!isHttp) {
        throw new RequestRefused("a request begins with: METHOD /path HTTP/1.1");
      }
      if (line[to - 3] != '1' || line[to - 1] > '1') {
        throw new RequestRefused(Refusal.of(505, "this server speaks HTTP/1.1"));
      }
      return line[to - 1] == '1';
    }

    private static boolean isDigit(byte character) {
      return character >= '0' && character <= '9';
    }

    private static RequestLine target(String method, String target, boolean isHttp11)
        throws RequestRefused {
      if (target.startsWith("/")) {
        return split(method, target, null, isHttp11);
      }
      if (target.equals("*") && method.equals("OPTIONS")) {
        return new RequestLine(method, target, null, null, isHttp11);
      }
      if (target.regionMatches(/* ignoreCase= */ true, 0, SCHEME, 0, SCHEME.length())) {
        int end = target.indexOf('/', SCHEME.length());
        String authority = target.substring(SCHEME.length(), end < 0 ? target.length() : end);
        if (!authority.isEmpty() && authority.indexOf('?') < 0 && authority.indexOf('@') < 0) {
          return split(
              method,
              end < 0 ? "/" : target.substring(end),
              authority.toLowerCase(Locale.ROOT),
              isHttp11);
        }
      }
      throw new RequestRefused("the target must be a path that begins with /");
    }

    private static RequestLine split(
        String method, String target, @Nullable String authority, boolean isHttp11)
        throws RequestRefused {
      if (target.indexOf('#') >= 0) {
        throw new RequestRefused("a target has no fragment");
      }
      int mark = target.indexOf('?');
      return mark < 0
          ? new RequestLine(method, target, null, authority, isHttp11)
          : new RequestLine(
              method, target.substring(0, mark), target.substring(mark + 1), authority, isHttp11);
    }
  }
}
