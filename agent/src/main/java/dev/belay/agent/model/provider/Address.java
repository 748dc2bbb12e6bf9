package dev.belay.agent.model.provider;

import java.net.URI;
import java.net.URISyntaxException;

/** What people may see of a configured address, and where it is. */
final class Address {
  private Address() {}

  /** {@return it without a password or a query, which may be secret} */
  static String shown(String url) {
    try {
      var uri = new URI(url);
      return uri.getHost() == null
          ? "the configured address"
          : uri.getScheme()
              + "://"
              + uri.getHost()
              + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
              + uri.getRawPath();
    } catch (URISyntaxException _) {
      return "the configured address";
    }
  }

  /** {@return whether it is on this machine, where no proxy has to be asked} */
  static boolean isLoopback(String url) {
    try {
      var host = new URI(url).getHost();
      return host != null
          && (host.equalsIgnoreCase("localhost")
              || host.startsWith("127.")
              || host.equals("[::1]"));
    } catch (URISyntaxException _) {
      return false;
    }
  }
}
