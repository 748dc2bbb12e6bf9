package dev.belay.cli.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bounded pipe of bytes from one thread to another; a full pipe makes its writer wait.
 *
 * <p>The JDK's own piped streams poll a clock and fail when a thread ends. Concurrency: one reader,
 * one writer; {@code lock} guards the ring, for one copy at a time.
 */
final class MemoryPipe {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final InputStream in = new Reading();
  private final OutputStream out = new Writing();

  @GuardedBy("lock") private final byte[] ring;

  @GuardedBy("lock") private int first;

  @GuardedBy("lock") private int filled;

  @GuardedBy("lock") private boolean ended;

  @GuardedBy("lock") private boolean broken;

  MemoryPipe(int capacity) {
    ring = new byte[capacity];
  }

  /** {@return the reading end; closing it makes writes fail} */
  InputStream in() {
    return in;
  }

  /** {@return the writing end; closing it ends the stream after the bytes in the pipe} */
  OutputStream out() {
    return out;
  }

  private int read(byte[] target, int offset, int length) throws IOException {
    lock.lock();
    try {
      while (filled == 0) {
        if (ended || broken) {
          return -1;
        }
        changed.await();
      }
      int count = Math.min(length, Math.min(filled, ring.length - first));
      System.arraycopy(ring, first, target, offset, count);
      first = (first + count) % ring.length;
      filled -= count;
      changed.signalAll();
      return count;
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  private int write(byte[] source, int offset, int length) throws IOException {
    lock.lock();
    try {
      while (filled == ring.length && !broken) {
        changed.await();
      }
      if (broken || ended) {
        throw new IOException("the other end of the pipe is closed");
      }
      int last = (first + filled) % ring.length;
      int count = Math.min(length, Math.min(ring.length - filled, ring.length - last));
      System.arraycopy(source, offset, ring, last, count);
      filled += count;
      changed.signalAll();
      return count;
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  private static InterruptedIOException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return (InterruptedIOException) new InterruptedIOException("pipe").initCause(cause);
  }

  private void end(boolean byReader) {
    lock.lock();
    try {
      ended |= !byReader;
      broken |= byReader;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private final class Reading extends InputStream {
    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, target.length);
      return length == 0 ? 0 : MemoryPipe.this.read(target, offset, length);
    }

    @Override
    public void close() {
      end(/* byReader= */ true);
    }
  }

  private final class Writing extends OutputStream {
    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, source.length);
      int done = 0;
      while (done < length) {
        done += MemoryPipe.this.write(source, offset + done, length - done);
      }
    }

    @Override
    public void close() {
      end(/* byReader= */ false);
    }
  }
}
