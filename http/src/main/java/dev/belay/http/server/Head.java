package dev.belay.http.server;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request's first line and headers.
 *
 * @param authority the host that the target itself names, if it does
 * @param headers values by name in lower case
 * @param held what it takes of the server's memory
 */
record Head(
    String method,
    String path,
    @Nullable String query,
    @Nullable String authority,
    boolean isHttp11,
    Map<String, List<String>> headers,
    long held) {
  private static final List<String> NONE = List.of();

  List<String> all(String name) {
    return headers.getOrDefault(name, NONE);
  }

  @Nullable String first(String name) {
    List<String> values = all(name);
    return values.isEmpty() ? null : values.getFirst();
  }

  /** {@return true if the list that this header holds, over all its lines, has that word} */
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
}
