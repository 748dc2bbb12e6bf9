package dev.belay.http.route;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request, of which {@link Route#admit} sees the head and {@link Route#handle} all.
 *
 * @param path without the query, as it came
 * @param query what follows the question mark, undecoded; null if there is none
 * @param headers values by name in lower case, in the order they came
 * @param body bounded by the server's limit; empty if there is none
 * @param peer the client's address without its port, as bounds per peer count it: of IPv6 its /64,
 *     of loopback only that word. Behind a trusted proxy that of the client there
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
  private static final String JSON = "application/json";

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

  /** {@return whether the body says that it is JSON in UTF-8} */
  public boolean isJson() {
    var value = header("content-type");
    if (value == null) {
      return false;
    }
    if (value.equals(JSON)) {
      return true; // nearly always
    }
    var parts = value.toLowerCase(Locale.ROOT).split(";", -1);
    if (!parts[0].strip().equals(JSON)) {
      return false;
    }
    for (int i = 1; i < parts.length; i++) {
      var parameter = parts[i].strip().replace("\"", "");
      if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
        return false;
      }
    }
    return true;
  }

  /** {@return the same request, of which it is known now who is behind it} */
  public Request by(Access.Known known) {
    return new Request(method, path, query, headers, body, peer, known);
  }

  /** {@return the same request with the body that has come} */
  public Request with(byte[] whole) {
    return new Request(method, path, query, headers, whole, peer, caller);
  }

  /**
   * {@return in whose name it takes what is scarce: the principal, or the peer where nobody has
   * proved anything (C38)}
   */
  public String owner() {
    return caller == null || caller.principal().equals(Access.Known.LOCAL.principal())
        ? "peer " + peer
        : "principal " + caller.principal();
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
