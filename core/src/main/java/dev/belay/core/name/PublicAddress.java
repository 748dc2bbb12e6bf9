package dev.belay.core.name;

import java.net.Inet6Address;
import java.net.InetAddress;

/** Tells addresses of the internet from those with another meaning on each network (RFC 6890). */
public final class PublicAddress {
  private PublicAddress() {}

  /** {@return whether the whole internet means the same host by it} */
  public static boolean is(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    var bytes = address.getAddress();
    return address instanceof Inet6Address
        ? isPublic6(bytes)
        : isPublic4(bytes[0] & 0xff, bytes[1] & 0xff, bytes[2] & 0xff);
  }

  private static boolean isPublic4(int first, int second, int third) {
    boolean isThisNetwork = first == 0;
    boolean isCarrierNat = first == 100 && second >= 64 && second < 128;
    boolean isProtocol = first == 192 && second == 0 && third == 0;
    boolean is6to4Relay = first == 192 && second == 88 && third == 99;
    boolean isBenchmark = first == 198 && (second == 18 || second == 19);
    boolean isDocumentation =
        (first == 192 && second == 0 && third == 2)
            || (first == 198 && second == 51 && third == 100)
            || (first == 203 && second == 0 && third == 113);
    boolean isReserved = first >= 240;
    return !(isThisNetwork
        || isCarrierNat
        || isProtocol
        || is6to4Relay
        || isBenchmark
        || isDocumentation
        || isReserved);
  }

  /**
   * Only 2000::/3 is given out; of it, documentation, protocols of their own (2001::/23: Teredo and
   * benchmarks too) and what may hide an address of version 4 are refused.
   */
  private static boolean isPublic6(byte[] bytes) {
    int first = (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
    int second = (bytes[2] & 0xff) << 8 | (bytes[3] & 0xff);
    boolean isGivenOut = (first & 0xe000) == 0x2000;
    boolean is6to4 = first == 0x2002;
    boolean isProtocol = first == 0x2001 && second < 0x200;
    boolean isDocumentation =
        (first == 0x2001 && second == 0xdb8) || (first == 0x3fff && second < 0x1000);
    return isGivenOut && !is6to4 && !isProtocol && !isDocumentation;
  }
}
