package dev.belay.cli.server;

import dev.belay.config.HttpHost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** The address that is bound, found once: what {@code localhost} is, this machine decides. */
final class LocalAddress {
  private LocalAddress() {}

  /** Finds the address that a name stands for. */
  @FunctionalInterface
  interface Names {
    InetAddress address(String name) throws UnknownHostException;
  }

  /**
   * {@return the address to bind for {@code host}, as a literal}
   *
   * @param isGuarded whether others may reach it, since they have to prove who they are
   * @throws IOException if anybody could reach what is bound
   */
  static String of(String host, boolean isGuarded, Names names) throws IOException {
    InetAddress address;
    try {
      address = names.address(host);
    } catch (UnknownHostException _) {
      throw new IOException("http.host: this machine knows no address of " + host);
    }
    if (!isGuarded && !address.isLoopbackAddress()) {
      throw new IOException(
          "http.host: "
              + host
              + " is "
              + address.getHostAddress()
              + " here, which "
              + HttpHost.NOT_LOOPBACK);
    }
    return address.getHostAddress();
  }
}
