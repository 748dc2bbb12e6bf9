package dev.belay.samples.web;

import java.net.Inet6Address;
import java.net.InetAddress;

/** Tells addresses of the internet from those with another meaning on each network (RFC 6890). */
final class PublicAddress {
  private PublicAddress() {}

  static boolean is(InetAddress address) {
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
    boolean isBenchmark = first == 198 && (second == 18 || second == 19);
    boolean isReserved = first >= 240;
    return !(isThisNetwork || isCarrierNat || isProtocol || isBenchmark || isReserved);
  }

  /** Only 2000::/3 is given out, and in it what may hide an address of version 4 is refused. */
  private static boolean isPublic6(byte[] bytes) {
    boolean isGivenOut = (bytes[0] & 0xe0) == 0x20;
    boolean is6to4 = bytes[0] == 0x20 && bytes[1] == 0x02;
    boolean isTeredo = bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] == 0 && bytes[3] == 0;
    return isGivenOut && !is6to4 && !isTeredo;
  }
}
