package dev.belay.http.route;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request. {@link Route#admit} sees its head only, {@link Route#handle} all of it.
 *
 * @param path without the query, undecoded
 * @param query what follows the question mark, undecoded; null if there is none
 * @param headers values by lower-case name, in their order
 * @param body bounded by the server; empty if there is none
 * @param peer the client's address without its port: for IPv6 its /64, for loopback {@code
 *     loopback}, behind a trusted proxy the address that it reports
 * @param caller the authenticated caller; null before the access check, and on a route without
 *     {@link Guarded}
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

  /** Creates a request before its access check. */
  public Request(
      String method,
      String path,
      @Nullable String query,
      Map<String, List<String>> headers,
      byte[] body,
      String peer) {
    this(method, path, query, headers, body, peer, null);
  }

  /** {@return the first value of the header, or null; {@code name} in lower case} */
  public @Nullable String header(String name) {
    var values = headers.get(name);
    return values == null || values.isEmpty() ? null : values.getFirst();
  }

  /** {@return all values of the header; {@code name} in lower case} */
  public List<String> all(String name) {
    return headers.getOrDefault(name, List.of());
  }

  /** {@return whether its content type is JSON in UTF-8} */
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

  /** {@return the same request with its authenticated caller} */
  public Request by(Access.Known known) {
    return new Request(method, path, query, headers, body, peer, known);
  }

  /** {@return the same request with its body} */
  public Request with(byte[] whole) {
    return new Request(method, path, query, headers, whole, peer, caller);
  }

  /**
   * {@return the owner that shared resources are charged to: the principal, or the peer of an
   * unauthenticated request (C38)}
   */
  public String owner() {
    return caller == null || caller.principal().equals(Access.Known.LOCAL.principal())
        ? "peer " + peer
        : "principal " + caller.principal();
  }

  /**
   * {@return the authenticated caller}
   *
   * @throws IllegalStateException if the route is not guarded
   */
  public Access.Known requireCaller() {
    if (caller == null) {
      throw new IllegalStateException("nobody asked who is behind a request for " + path);
    }
    return caller;
  }
}
