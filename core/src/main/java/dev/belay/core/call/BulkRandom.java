package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Random bits that nobody can guess, drawn many at a time, since one at a time they cost more than
 * all else in starting a call.
 *
 * <p>The source is made at first use: finding it takes milliseconds that a start does not have.
 *
 * <p>Concurrency: {@code lock} guards all fields.
 */
final class BulkRandom implements RandomGenerator {
  private static final int DRAWN = 1024;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final ByteBuffer bits = ByteBuffer.allocate(DRAWN).limit(0);

  @GuardedBy("lock") private @Nullable SecureRandom source;

  @Override
  public long nextLong() {
    lock.lock();
    try {
      if (!bits.hasRemaining()) {
        source = source == null ? new SecureRandom() : source;
        source.nextBytes(bits.array());
        bits.clear();
      }
      return bits.getLong();
    } finally {
      lock.unlock();
    }
  }
}
