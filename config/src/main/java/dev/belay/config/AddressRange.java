package dev.belay.config;

import java.net.InetAddress;
import java.util.Arrays;

/**
 * One address, or all that begin with the same bits, as {@code 10.0.0.0/8} says it.
 *
 * @param network the first of them
 * @param bits how many are the same
 */
public record AddressRange(InetAddress network, int bits) {
  /**
   * Reads an address, or a range of them.
   *
   * @throws IllegalArgumentException if it is neither; no name is looked up
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

  /** {@return whether that address is one of them} */
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
