package dev.belay.gateway.config;

import java.net.InetAddress;

/** An address to listen at that only this machine can reach. */
public record HttpHost(String text) {
  /** Why an address is refused, for people. */
  public static final String NOT_LOOPBACK =
      "is not loopback, and Belay cannot tell yet who a client is: it would run tools for anybody"
          + " who can reach it; keep 127.0.0.1, put a reverse proxy with authentication in front,"
          + " on this machine, and add the name that clients use to http.allowed_hosts";

  static Reading<HttpHost> read(String text) {
    return isLoopback(text)
        ? new Reading.Good<>(new HttpHost(text))
        : new Reading.Wrong<>(NOT_LOOPBACK);
  }

  private static boolean isLoopback(String text) {
    if (text.equals("localhost")) {
      return true;
    }
    try {
      // No name is looked up: what it means may change after this check.
      return InetAddress.ofLiteral(text).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
