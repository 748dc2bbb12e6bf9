package dev.belay.http.route;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One whole HTTP request.
 *
 * @param path without the query, as it came
 * @param query what follows the question mark, undecoded; null if there is none
 * @param headers values by name in lower case, in the order they came
 * @param body bounded by the server's limit; empty if there is none
 * @param peer the client's address without its port, as bounds per peer count it
 * @param caller who is behind it; null while nobody has asked, as on a route without {@link
 *     Guarded}
 */
@SuppressWarnings("ArrayRecordComponent") // Requests are handled, never compared.
public record Request(
    String method,
    String path,
    @Nullable String query,
    Map<String, List<String>> headers,
    byte[] body,
    String peer,
    Access.@Nullable Known caller) {
  /** A request as it comes, of which it is not known yet who is behind it. */
  public Request(
      String method,
      String path,
      @Nullable String query,
      Map<String, List<String>> headers,
      byte[] body,
      String peer) {
    this(method, path, query, headers, body, peer, null);
  }

  /** {@return the first value of that header, or null; {@code name} in lower case} */
  public @Nullable String header(String name) {
    var values = headers.get(name);
    return values == null || values.isEmpty() ? null : values.getFirst();
  }

  /** {@return every value of that header; {@code name} in lower case} */
  public List<String> all(String name) {
    return headers.getOrDefault(name, List.of());
  }

  /** {@return the same request, of which it is known now who is behind it} */
  public Request by(Access.Known known) {
    return new Request(method, path, query, headers, body, peer, known);
  }

  /**
   * {@return who is behind it}
   *
   * @throws IllegalStateException if nobody asked: a route that needs to know must be guarded
   */
  public Access.Known requireCaller() {
    if (caller == null) {
      throw new IllegalStateException("nobody asked who is behind a request for " + path);
    }
    return caller;
  }
}
