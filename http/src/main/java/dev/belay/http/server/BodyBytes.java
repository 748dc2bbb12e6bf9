package dev.belay.http.server;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The body of one request, as far as it has come.
 *
 * <p>Grows with what has come, never with what was announced; what it takes is counted to its
 * request until that is answered.
 */
final class BodyBytes {
  private static final byte[] NONE = {};
  private static final int FIRST = 4 << 10;

  private final SizeBounds bounds;
  private final Claim claim;
  private byte[] bytes = NONE;
  private int length;

  /**
   * @param claim what the request takes of the server's memory
   */
  BodyBytes(SizeBounds bounds, Claim claim) {
    this.bounds = bounds;
    this.claim = claim;
  }

  int length() {
    return length;
  }

  void add(ByteBuf in, int count) throws RefusedRequestException {
    if (count > bounds.bodyBytes() - length) {
      throw new RefusedRequestException(Framing.tooLarge(bounds.bodyBytes()));
    }
    if (length + count > bytes.length) {
      grow(length + count);
    }
    in.readBytes(bytes, length, count);
    length += count;
  }

  /** {@return the body} */
  byte[] whole() {
    if (length < bytes.length) {
      claim.give(bytes.length - length);
      bytes = Arrays.copyOf(bytes, length);
    }
    return bytes;
  }

  private void grow(int atLeast) throws RefusedRequestException {
    int size = Math.max(atLeast, Math.min(bounds.bodyBytes(), Math.max(FIRST, 2 * bytes.length)));
    // A body that comes in one piece is as large as it is, and is not copied again.
    int next = bytes.length == 0 ? atLeast : size;
    if (!claim.add(next - bytes.length)) {
      throw new RefusedRequestException(Refusal.CROWDED);
    }
    bytes = Arrays.copyOf(bytes, next);
  }
}
