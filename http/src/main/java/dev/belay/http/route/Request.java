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
 */
@SuppressWarnings("ArrayRecordComponent") // Requests are handled, never compared.
public record Request(
    String method,
    String path,
    @Nullable String query,
    Map<String, List<String>> headers,
    byte[] body,
    String peer) {
  /** {@return the first value of that header, or null; {@code name} in lower case} */
  public @Nullable String header(String name) {
    var values = headers.get(name);
    return values == null || values.isEmpty() ? null : values.getFirst();
  }
}
