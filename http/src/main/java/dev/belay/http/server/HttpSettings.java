package dev.belay.http.server;

import java.util.Set;

/**
 * Where a server listens, what it bears, and who may speak to it.
 *
 * @param host the address to bind; loopback by default
 * @param port the port to bind; 0 for any that is free
 * @param hosts names beside the loopback ones and {@code host} that {@code Host} may carry, without
 *     a port
 * @param origins origins beside the web pages of those hosts that may call, as {@code
 *     https://name:port}
 */
public record HttpSettings(
    String host, int port, HttpBounds bounds, Set<String> hosts, Set<String> origins) {
  public HttpSettings {
    hosts = Set.copyOf(hosts);
    origins = Set.copyOf(origins);
  }

  /** {@return port 3002 on 127.0.0.1, for loopback names only} */
  public static HttpSettings defaults() {
    return new HttpSettings("127.0.0.1", 3002, HttpBounds.defaults(), Set.of(), Set.of());
  }

  /** {@return the same on another address} */
  public HttpSettings at(String newHost, int newPort) {
    return new HttpSettings(newHost, newPort, bounds, hosts, origins);
  }

  /** {@return the same with other bounds} */
  public HttpSettings bounded(HttpBounds newBounds) {
    return new HttpSettings(host, port, newBounds, hosts, origins);
  }

  /** {@return the same for these names and origins as well} */
  public HttpSettings allowing(Set<String> newHosts, Set<String> newOrigins) {
    return new HttpSettings(host, port, bounds, newHosts, newOrigins);
  }
}
