package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The first line of a request, as RFC 9112 §3 spells it: one space, one space, nothing else. */
record RequestLine(
    String method,
    String path,
    @Nullable String query,
    @Nullable String authority,
    boolean isHttp11) {
  private static final String VERSION = "HTTP/1.1";
  private static final String SCHEME = "http://";

  static RequestLine parse(byte[] line, int length) throws RefusedRequestException {
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
      throw new RefusedRequestException("a request begins with: METHOD /path HTTP/1.1");
    }
    boolean isHttp11 = isHttp11(line, targetEnd + 1, length);
    var method = new String(line, 0, methodEnd, ISO_8859_1);
    var target = new String(line, methodEnd + 1, targetEnd - methodEnd - 1, ISO_8859_1);
    return target(method, target, isHttp11);
  }

  private static boolean isHttp11(byte[] line, int from, int to) throws RefusedRequestException {
    boolean isHttp =
        to - from == VERSION.length()
            && new String(line, from, VERSION.length() - 3, ISO_8859_1).equals("HTTP/")
            && isDigit(line[to - 3])
            && line[to - 2] == '.'
            && isDigit(line[to - 1]);
    if (!isHttp) {
      throw new RefusedRequestException("a request begins with: METHOD /path HTTP/1.1");
    }
    if (line[to - 3] != '1' || line[to - 1] > '1') {
      throw new RefusedRequestException(Refusal.of(505, "this server speaks HTTP/1.1"));
    }
    return line[to - 1] == '1';
  }

  private static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }

  private static RequestLine target(String method, String target, boolean isHttp11)
      throws RefusedRequestException {
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
    throw new RefusedRequestException("the target must be a path that begins with /");
  }

  private static RequestLine split(
      String method, String target, @Nullable String authority, boolean isHttp11)
      throws RefusedRequestException {
    if (target.indexOf('#') >= 0) {
      throw new RefusedRequestException("a target has no fragment");
    }
    int mark = target.indexOf('?');
    return mark < 0
        ? new RequestLine(method, target, null, authority, isHttp11)
        : new RequestLine(
            method, target.substring(0, mark), target.substring(mark + 1), authority, isHttp11);
  }
}
