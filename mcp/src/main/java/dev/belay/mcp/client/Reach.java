package dev.belay.mcp.client;

import dev.belay.core.name.PublicAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * The addresses that Belay connects to by itself: a name that resolves to an internal address must
 * not make it connect to that (SSRF).
 */
public enum Reach {
  /** Public addresses. */
  PUBLIC,
  /** Those of private networks as well. */
  PRIVATE;

  /** Resolves a name to all its addresses. */
  @FunctionalInterface
  public interface Names {
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  /**
   * Checks all addresses of a host.
   *
   * @param purpose why it is asked, such as {@code to ask for keys}
   * @throws IOException if one of them is not allowed, or there is none
   */
  public void check(String host, Names names, String purpose) throws IOException {
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
            host + " is " + address.getHostAddress() + ", which is no address " + purpose);
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

  /** {@return whether the text itself is a loopback address, or {@code localhost}} */
  public static boolean isLoopback(String host) {
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
