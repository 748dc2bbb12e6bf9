package dev.belay.core.call;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The id of one call: 128 random bits, so that it cannot be guessed, and the node that runs it.
 *
 * @param node the machine or process that owns the call; contains no dash
 */
public record CallId(String node, long high, long low) {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);

  /** The longest name of a node that is taken from outside. */
  private static final int LONGEST_NODE = 64;

  /** {@return a new id; {@code random} must be thread-safe and hard to guess} */
  public static CallId fresh(String node, RandomGenerator random) {
    return new CallId(node, random.nextLong(), random.nextLong());
  }

  /**
   * {@return the id parsed from the form of {@link #toString()}; empty if {@code text} is not one}
   */
  public static Optional<CallId> parse(String text) {
    int dash = text.lastIndexOf('-');
    if (dash < 1 || dash > LONGEST_NODE || text.length() - dash != 33) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new CallId(
              text.substring(0, dash),
              HexFormat.fromHexDigitsToLong(text, dash + 1, dash + 17),
              HexFormat.fromHexDigitsToLong(text, dash + 17, dash + 33)));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** {@return the first eight digits, for thread names and logs} */
  public String brief() {
    var digits = new byte[8];
    hex(high >>> 32, digits, 0, 8);
    return new String(digits, StandardCharsets.ISO_8859_1);
  }

  // Written by hand: every call is named several times.
  private static void hex(long value, byte[] digits, int from, int count) {
    for (int at = 0; at < count; at++) {
      digits[from + at] = HEX[(int) ((value >>> (4 * (count - 1 - at))) & 0xf)];
    }
  }

  // Written by hand, since every call uses it several times: a record's own is slow until compiled.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CallId id && high == id.high && low == id.low && node.equals(id.node);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(high ^ low);
  }

  @Override
  public String toString() {
    var digits = new byte[32];
    hex(high, digits, 0, 16);
    hex(low, digits, 16, 16);
    return node + "-" + new String(digits, StandardCharsets.ISO_8859_1);
  }
}
