package dev.belay.access;

import dev.belay.core.name.PublicAddress;
import java.io.IOException;
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
    return switch (this) {
      case PUBLIC -> PublicAddress.is(address.getAddress());
      case PRIVATE -> !isNever;
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
