package dev.belay.http.route;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Names in URLs, where some characters are written as percent signs and numbers. What is no such
 * number stays as it is: nothing has such a name.
 */
public final class UrlText {
  private UrlText() {}

  /** {@return a part of a path, in which a plus stands for itself} */
  public static String decoded(String part) {
    return form(part.replace("+", "%2B"));
  }

  /** {@return the first parameter of that name; null if there is none} */
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
