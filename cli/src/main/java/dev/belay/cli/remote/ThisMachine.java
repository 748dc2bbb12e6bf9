package dev.belay.cli.remote;

import dev.belay.config.HttpHost;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;

/** Tells whether an address is one of this machine's own. */
final class ThisMachine {
  private ThisMachine() {}

  /** {@return whether what goes there stays here; no name is looked up for it} */
  static boolean has(URI address) {
    var host = String.valueOf(address.getHost()).replaceAll("^\\[|]$", "");
    return HttpHost.isLoopback(host) || isOwn(host);
  }

  private static boolean isOwn(String host) {
    try {
      return NetworkInterface.getByInetAddress(InetAddress.ofLiteral(host)) != null;
    } catch (IllegalArgumentException | SocketException _) {
      return false;
    }
  }
}
