package dev.belay.mcp.client;

import dev.belay.mcp.envelope.JsonString;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One server's address, with the parts common to all requests to it; HTTP/1.1 only. */
final class HttpOrigin {
  /** Headers set by the protocol or the client; lower case. */
  private static final Set<String> OURS =
      Set.of(
          "accept",
          "content-type",
          "last-event-id",
          "mcp-method",
          "mcp-name",
          "mcp-protocol-version",
          "mcp-session-id");

  private final URI url;
  private final Duration connect;
  private final HttpClient client;
  private final HttpRequest.Builder template;

  /**
   * Prepares requests to {@code url}.
   *
   * @throws IllegalArgumentException if the address is not an HTTP one, or a header could not be
   *     sent; its message names the header, never the value, which may be a secret
   */
  HttpOrigin(URI url, Map<String, String> headers, Duration connect) {
    this.url = url;
    this.template = template(url, headers);
    this.connect = connect;
    this.client = Clients.acquire(url, connect);
  }

  boolean hasPath() {
    var path = url.getRawPath();
    return path != null && !path.isEmpty() && !path.equals("/");
  }

  /** {@return another path there, for people} */
  String at(String path) {
    return shown(url.resolve(path));
  }

  /** {@return host and port, as written in the address} */
  String authority() {
    return url.getRawAuthority();
  }

  private static HttpRequest.Builder template(URI url, Map<String, String> headers) {
    String scheme = url.getScheme();
    if (url.getHost() == null
        || !("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))) {
      throw new IllegalArgumentException("not an address of HTTP: " + shown(url));
    }
    var template = HttpRequest.newBuilder(url);
    headers.forEach((key, value) -> {
      if (!HeaderText.isAscii(value.replace('\t', ' '))) {
        throw unfit(key, "its value has characters that no header can carry");
      }
      if (OURS.contains(key.toLowerCase(Locale.ROOT))) {
        throw unfit(key, "Belay sets it itself");
      }
      try {
        template.setHeader(key, value);
      } catch (IllegalArgumentException _) {
        throw unfit(key, "a client may not set it, or it is no name of a header");
      }
    });
    return template;
  }

  private static IllegalArgumentException unfit(String key, String why) {
    return new IllegalArgumentException(
        "The header " + JsonString.quote(key) + " cannot be sent: " + why);
  }

  /** {@return a request with the configured headers only} */
  HttpRequest.Builder request() {
    return template.copy();
  }

  /** {@return the client for this server} */
  HttpClient client() {
    return client;
  }

  /**
   * Resolves the address {@code where} given by the server; null if it is invalid, or has another
   * scheme, host or port.
   */
  @Nullable URI within(String where) {
    try {
      // The JDK resolves a bare query as if the path were a directory (RFC 3986 §5.4 does not).
      var resolved = url.resolve(where.startsWith("?") ? url.getRawPath() + where : where);
      boolean isHere =
          url.getScheme().equalsIgnoreCase(resolved.getScheme())
              && url.getHost().equalsIgnoreCase(resolved.getHost())
              && port(url) == port(resolved)
              && resolved.getRawUserInfo() == null;
      return isHere ? resolved : null;
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  private static int port(URI url) {
    if (url.getPort() >= 0) {
      return url.getPort();
    }
    return "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
  }

  /** {@return the address for people: without a password or a query, which may be secret} */
  @Override
  public String toString() {
    return shown(url);
  }

  private static String shown(URI url) {
    return url.getScheme()
        + "://"
        + url.getHost()
        + (url.getPort() < 0 ? "" : ":" + url.getPort())
        + url.getRawPath();
  }

  /** Releases the client; call it once. */
  void close() {
    Clients.release(url, connect);
  }
}
