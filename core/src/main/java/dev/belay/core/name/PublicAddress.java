package dev.belay.core.name;

/**
 * Distinguishes public internet addresses from those whose meaning depends on the network (RFC
 * 6890).
 */
public final class PublicAddress {
  private PublicAddress() {}

  /**
   * {@return whether the address denotes the same host on the whole internet}
   *
   * @param address 4 bytes of an IPv4 address, or 16 of an IPv6 one, in network order
   */
  public static boolean is(byte[] address) {
    return address.length == 4
        ? isPublic4(address[0] & 0xff, address[1] & 0xff, address[2] & 0xff)
        : isPublic6(address);
  }

  private static boolean isPublic4(int first, int second, int third) {
    boolean isThisNetwork = first == 0;
    boolean isLoopback = first == 127;
    boolean isPrivate =
        first == 10
            || (first == 172 && second >= 16 && second < 32)
            || (first == 192 && second == 168);
    boolean isLinkLocal = first == 169 && second == 254;
    boolean isCarrierNat = first == 100 && second >= 64 && second < 128;
    boolean isProtocol = first == 192 && second == 0 && third == 0;
    boolean is6to4Relay = first == 192 && second == 88 && third == 99;
    boolean isBenchmark = first == 198 && (second == 18 || second == 19);
    boolean isDocumentation =
        (first == 192 && second == 0 && third == 2)
            || (first == 198 && second == 51 && third == 100)
            || (first == 203 && second == 0 && third == 113);
    boolean isMulticastOrReserved = first >= 224;
    return !(isThisNetwork
        || isLoopback
        || isPrivate
        || isLinkLocal
        || isCarrierNat
        || isProtocol
        || is6to4Relay
        || isBenchmark
        || isDocumentation
        || isMulticastOrReserved);
  }

  /**
   * Only 2000::/3 is allocated; within it, documentation ranges, protocol assignments (2001::/23:
   * Teredo and benchmarks too) and ranges that may embed an IPv4 address are refused.
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
