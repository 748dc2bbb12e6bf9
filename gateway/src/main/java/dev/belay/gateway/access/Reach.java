package dev.belay.gateway.access;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Which addresses may be asked for keys: a name that stands for something inside must not make
 * Belay ask there (SSRF).
 */
enum Reach {
  /** Those that anybody can reach. */
  PUBLIC,
  /** Those of private networks as well. */
  PRIVATE;

  /** Finds all addresses that a name stands for. */
  @FunctionalInterface
  interface Names {
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  /**
   * Looks at all addresses of a host.
   *
   * @throws IOException if one of them may not be asked, or there is none
   */
  void check(String host, Names names) throws IOException {
    if (isLoopback(host)) {
      return;
    }
    InetAddress[] all;
    try {
      all = names.addresses(host);
    } catch (UnknownHostException _) {
      throw new IOException("there is no address of " + host);
    }
    for (var address : all) {
      if (!allows(address)) {
        throw new IOException(
            host + " is " + address.getHostAddress() + ", which is no address to ask for keys");
      }
    }
  }

  private boolean allows(InetAddress address) {
    boolean isNever =
        address.isAnyLocalAddress()
            || address.isLoopbackAddress()
            || address.isLinkLocalAddress()
            || address.isMulticastAddress();
    return !isNever && (this == PRIVATE || !isPrivate(address));
  }

  private static boolean isPrivate(InetAddress address) {
    var bytes = address.getAddress();
    return switch (address) {
      case Inet4Address four ->
          four.isSiteLocalAddress()
              // Between carriers and their customers (RFC 6598).
              || ((bytes[0] & 0xff) == 100 && (bytes[1] & 0xc0) == 64)
              || bytes[0] == 0;
      // Unique local (RFC 4193), and the older site-local.
      case Inet6Address six -> (bytes[0] & 0xfe) == 0xfc || six.isSiteLocalAddress();
      default -> true;
    };
  }

  /** {@return whether the text itself is one of this machine's own addresses, or its name} */
  static boolean isLoopback(String host) {
    if (host.equals("localhost")) {
      return true;
    }
    try {
      return InetAddress.ofLiteral(host).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
