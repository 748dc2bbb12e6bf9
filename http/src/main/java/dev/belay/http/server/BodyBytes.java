package dev.belay.http.server;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The body of one request, as far as it has come.
 *
 * <p>Grows with what has come, never with what was announced; what all bodies of a server take
 * together is bounded as well.
 */
final class BodyBytes {
  private static final byte[] NONE = {};
  private static final int FIRST = 4 << 10;

  private final SizeBounds bounds;
  private final AtomicLong all;
  private byte[] bytes = NONE;
  private int length;

  /**
   * @param all what the bodies of all requests take that are being read now
   */
  BodyBytes(SizeBounds bounds, AtomicLong all) {
    this.bounds = bounds;
    this.all = all;
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

  /** {@return the body; from then on it is no longer counted as being read} */
  byte[] take() {
    byte[] whole = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    release();
    return whole;
  }

  /** Forgets what has come. */
  void release() {
    if (bytes.length > 0) {
      all.addAndGet(-bytes.length);
    }
    bytes = NONE;
    length = 0;
  }

  private void grow(int atLeast) throws RefusedRequestException {
    int size = Math.max(atLeast, Math.min(bounds.bodyBytes(), Math.max(FIRST, 2 * bytes.length)));
    // A body that comes in one piece is as large as it is, and is not copied again.
    int next = bytes.length == 0 ? atLeast : size;
    int more = next - bytes.length;
    if (all.addAndGet(more) > bounds.bodiesBytes()) {
      all.addAndGet(-more);
      throw new RefusedRequestException(
          Refusal.later(503, "too much is being sent to this server at once; try again"));
    }
    bytes = Arrays.copyOf(bytes, next);
  }
}
