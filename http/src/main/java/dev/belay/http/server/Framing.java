package dev.belay.http.server;

import dev.belay.http.route.Header;
import java.util.List;

/**
 * How a body is framed, decided in exactly one way or not at all (RFC 9112 §6.3, P21).
 *
 * @param length the bytes of the body; {@link #CHUNKED} if they come in chunks
 * @param wantsContinue whether the client waits for a word before it sends the body
 */
record Framing(long length, boolean wantsContinue) {
  static final long CHUNKED = -1;

  private static final int LENGTH_DIGITS = 18;

  /** Such a body means nothing (RFC 9110 §9.3.1), and most of these requests are anybody's. */
  private static final Refusal NO_BODY = Refusal.of(413, "a GET or HEAD request has no body");

  static Framing of(Head head, SizeBounds bounds) throws RefusedRequestException {
    long length = length(head);
    if (length != 0 && (head.method().equals("GET") || head.method().equals("HEAD"))) {
      throw new RefusedRequestException(NO_BODY);
    }
    if (length > bounds.bodyBytes()) {
      throw new RefusedRequestException(tooLarge(bounds.bodyBytes()));
    }
    String encoding = head.first("content-encoding");
    if (encoding != null
        && (head.all("content-encoding").size() > 1 || !encoding.equalsIgnoreCase("identity"))) {
      throw new RefusedRequestException(
          Refusal.of(
              415,
              new Header("Accept-Encoding", "identity"),
              "send the body as it is, without Content-Encoding"));
    }
    return new Framing(length, head.isHttp11() && expectsContinue(head) && length != 0);
  }

  /**
   * {@code most} is what would have been taken; {@link Long#MAX_VALUE} where only more was said.
   */
  static Refusal tooLarge(long most) {
    var bound = most == Long.MAX_VALUE ? "" : " (" + most + " bytes)";
    return Refusal.of(413, "the body is larger than http.max_body_bytes allows" + bound);
  }

  private static long length(Head head) throws RefusedRequestException {
    List<String> codings = head.all("transfer-encoding");
    List<String> lengths = head.all("content-length");
    if (codings.isEmpty()) {
      return lengths.isEmpty() ? 0 : length(lengths);
    }
    if (!lengths.isEmpty()) {
      throw new RefusedRequestException("send Content-Length or Transfer-Encoding, not both");
    }
    if (!head.isHttp11()) {
      throw new RefusedRequestException("HTTP/1.0 has no Transfer-Encoding");
    }
    if (codings.size() > 1 || !codings.getFirst().equalsIgnoreCase("chunked")) {
      throw new RefusedRequestException("the only Transfer-Encoding taken is: chunked");
    }
    return CHUNKED;
  }

  private static long length(List<String> lengths) throws RefusedRequestException {
    String digits = lengths.getFirst();
    if (lengths.size() > 1 || digits.isEmpty() || !Chars.isDigits(digits, 0)) {
      throw new RefusedRequestException("Content-Length is one number");
    }
    return digits.length() > LENGTH_DIGITS ? Long.MAX_VALUE : Long.parseLong(digits);
  }

  private static boolean expectsContinue(Head head) throws RefusedRequestException {
    List<String> expectations = head.all("expect");
    if (expectations.isEmpty()) {
      return false;
    }
    if (expectations.size() > 1 || !expectations.getFirst().equalsIgnoreCase("100-continue")) {
      throw new RefusedRequestException(
          Refusal.of(417, "the only expectation met is: 100-continue"));
    }
    return true;
  }
}
