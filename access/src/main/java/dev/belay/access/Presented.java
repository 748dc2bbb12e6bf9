package dev.belay.access;

import dev.belay.http.route.Request;
import java.util.regex.Pattern;

/** The credentials in a request (RFC 6750 §2.1, MCP §authorization). */
sealed interface Presented {
  /** Longer tokens are refused without being processed. */
  int LONGEST = 8 << 10;

  /** A token, not checked yet. */
  record Token(String text) implements Presented {}

  /** No credentials. */
  record Nothing() implements Presented {}

  /** Several credentials, or some in the wrong place. */
  record Faulty(String why) implements Presented {}

  Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  /** {@return the credentials in the request} */
  static Presented by(Request request) {
    if (isInQuery(request)) {
      return new Faulty("a token belongs into the Authorization header, never into a URL");
    }
    var values = request.all("authorization");
    if (values.size() > 1) {
      return new Faulty("more than one Authorization header");
    }
    var value = values.isEmpty() ? "" : values.getFirst();
    int space = value.indexOf(' ');
    if (space < 0 || !value.substring(0, space).equalsIgnoreCase("Bearer")) {
      return new Nothing();
    }
    var text = value.substring(space).strip();
    // A long one is not malformed: it is a token that was not issued here.
    return text.length() > LONGEST || TOKEN.matcher(text).matches()
        ? new Token(text)
        : new Faulty("the Authorization header holds no Bearer token");
  }

  private static boolean isInQuery(Request request) {
    var query = request.query();
    return query != null && (query.startsWith("access_token=") || query.contains("&access_token="));
  }
}
