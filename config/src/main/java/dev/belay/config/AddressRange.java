package dev.belay.config;

import java.net.InetAddress;
import java.util.Arrays;

/**
 * One address, or a range with a common prefix, in the form {@code 10.0.0.0/8}.
 *
 * @param network the first address of the range
 * @param bits the length of the prefix
 */
public record AddressRange(InetAddress network, int bits) {
  /**
   * Parses an address or a range.
   *
   * @throws IllegalArgumentException if it is neither; names are not resolved
   */
  public static AddressRange of(String text) {
    int slash = text.indexOf('/');
    var address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
    int all = 8 * address.getAddress().length;
    int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
    if (bits < 0 || bits > all) {
      throw new IllegalArgumentException("an address of " + all + " bits");
    }
    return new AddressRange(address, bits);
  }

  /** {@return whether the address is in the range} */
  public boolean contains(InetAddress address) {
    byte[] mine = network.getAddress();
    byte[] other = address.getAddress();
    int whole = bits / 8;
    if (mine.length != other.length || !Arrays.equals(mine, 0, whole, other, 0, whole)) {
      return false;
    }
    int left = bits % 8;
    return left == 0 || ((mine[whole] ^ other[whole]) & 0xff) >> (8 - left) == 0;
  }
}
