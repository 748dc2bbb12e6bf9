package dev.belay.http.server;

import java.net.InetAddress;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The address, bounds and allowed callers of a server.
 *
 * @param host the address to bind; loopback by default
 * @param port the port to bind; 0 for any free one
 * @param hosts names allowed in {@code Host} in addition to loopback ones and {@code host}, without
 *     a port
 * @param origins origins allowed in addition to the web pages of those hosts, as {@code
 *     https://name:port}
 * @param proxies the trusted proxies, whose forwarding headers count
 * @param vital paths served even beyond the connection bound, and, without a body, when memory is
 *     exhausted
 * @param pages paths that a link on a page of any origin may open: a GET of them changes nothing
 */
public record HttpServerOptions(
    String host,
    int port,
    ServerBounds bounds,
    Set<String> hosts,
    Set<String> origins,
    Predicate<InetAddress> proxies,
    Set<String> vital,
    Set<String> pages) {
  public HttpServerOptions {
    hosts = Set.copyOf(hosts);
    origins = Set.copyOf(origins);
    vital = Set.copyOf(vital);
    pages = Set.copyOf(pages);
  }

  /** {@return port 3002 on 127.0.0.1, for loopback names only} */
  public static HttpServerOptions defaults() {
    return new HttpServerOptions(
        "127.0.0.1",
        3002,
        ServerBounds.defaults(),
        Set.of(),
        Set.of(),
        _ -> false,
        Set.of(),
        Set.of());
  }

  /** {@return the same on another address} */
  public HttpServerOptions at(String newHost, int newPort) {
    return new HttpServerOptions(newHost, newPort, bounds, hosts, origins, proxies, vital, pages);
  }

  /** {@return the same with other bounds} */
  public HttpServerOptions bounded(ServerBounds newBounds) {
    return new HttpServerOptions(host, port, newBounds, hosts, origins, proxies, vital, pages);
  }

  /** {@return the same with these additional host names and origins} */
  public HttpServerOptions allowing(Set<String> newHosts, Set<String> newOrigins) {
    return new HttpServerOptions(host, port, bounds, newHosts, newOrigins, proxies, vital, pages);
  }

  /** {@return the same with these trusted proxies} */
  public HttpServerOptions behind(Predicate<InetAddress> newProxies) {
    return new HttpServerOptions(host, port, bounds, hosts, origins, newProxies, vital, pages);
  }

  /** {@return the same with these vital paths} */
  public HttpServerOptions serving(Set<String> newVital) {
    return new HttpServerOptions(host, port, bounds, hosts, origins, proxies, newVital, pages);
  }

  /** {@return the same with these pages} */
  public HttpServerOptions showing(Set<String> newPages) {
    return new HttpServerOptions(host, port, bounds, hosts, origins, proxies, vital, newPages);
  }
}
