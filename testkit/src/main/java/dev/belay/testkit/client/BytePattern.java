package dev.belay.testkit.client;

import java.nio.charset.StandardCharsets;

/**
 * Counts a short text in a stream of bytes, across its pieces. For one thread.
 *
 * <p>After a mismatch it starts over at the byte that did not fit, which is right for texts whose
 * first character comes only once in them, or that are all line ends.
 */
final class BytePattern {
  private final byte[] wanted;
  private int matched;

  BytePattern(String wanted) {
    this.wanted = wanted.getBytes(StandardCharsets.US_ASCII);
  }

  /** {@return whether {@code b} completes the text} */
  boolean completedBy(byte b) {
    if (b != wanted[matched]) {
      matched = b == wanted[0] ? 1 : 0;
      return false;
    }
    matched++;
    if (matched < wanted.length) {
      return false;
    }
    matched = 0;
    return true;
  }
}
