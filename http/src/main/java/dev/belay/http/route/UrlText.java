package dev.belay.http.route;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Percent-decoding of path segments and query parameters. Malformed text is returned as it is. */
public final class UrlText {
  private UrlText() {}

  /** {@return a path segment, decoded; a plus stands for itself} */
  public static String decoded(String part) {
    return form(part.replace("+", "%2B"));
  }

  /** {@return the first query parameter of that name, decoded; null if there is none} */
  public static @Nullable String parameter(@Nullable String query, String name) {
    if (query != null) {
      for (var pair : query.split("&", -1)) {
        if (pair.startsWith(name + "=")) {
          return form(pair.substring(name.length() + 1));
        }
      }
    }
    return null;
  }

  private static String form(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) { // a stray percent sign
      return text;
    }
  }
}
