package dev.belay.testbed.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A pipe within one JVM that can be shut for a while, as if nobody read it, or broken.
 *
 * <p>Unlike {@link java.io.PipedInputStream} it does not mind which threads use it, nor that they
 * end.
 */
public final class Pipe {
  private static final int ROOM = 64 * 1024;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<byte[]> chunks = new ArrayDeque<>();
  private int held;
  private boolean shut;
  private boolean broken;
  private boolean ended;

  /** Creates an open pipe. */
  public Pipe() {}

  /** From now on the reader gets nothing, and so the writer soon has no room. */
  public void shut() {
    change(() -> shut = true);
  }

  /** The reader goes on. */
  public void open() {
    change(() -> shut = false);
  }

  /** From now on writing fails. */
  public void breakOff() {
    change(() -> broken = true);
  }

  /** The reader gets what is in it, and then its end. */
  public void end() {
    change(() -> ended = true);
  }

  private void change(Runnable what) {
    lock.lock();
    try {
      what.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void write(byte[] bytes, int from, int length) throws IOException {
    lock.lock();
    try {
      while (held >= ROOM && !broken && !ended) {
        changed.awaitUninterruptibly();
      }
      if (broken || ended) {
        throw new IOException("Broken pipe");
      }
      if (length == 0) {
        // A read of no bytes would be an error to a reader of text.
        return;
      }
      var chunk = new byte[length];
      System.arraycopy(bytes, from, chunk, 0, length);
      chunks.add(chunk);
      held += length;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private int read(byte[] into, int from, int length) {
    lock.lock();
    try {
      while (shut || (chunks.isEmpty() && !ended)) {
        changed.awaitUninterruptibly();
      }
      var chunk = chunks.poll();
      if (chunk == null) {
        return -1;
      }
      int count = Math.min(length, chunk.length);
      System.arraycopy(chunk, 0, into, from, count);
      if (count < chunk.length) {
        var rest = new byte[chunk.length - count];
        System.arraycopy(chunk, count, rest, 0, rest.length);
        chunks.addFirst(rest);
      }
      held -= count;
      changed.signalAll();
      return count;
    } finally {
      lock.unlock();
    }
  }

  public InputStream in() {
    return new InputStream() {
      @Override
      public int read() {
        var one = new byte[1];
        return Pipe.this.read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int from, int length) {
        return Pipe.this.read(into, from, length);
      }
    };
  }

  public OutputStream out() {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        Pipe.this.write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        Pipe.this.write(bytes, from, length);
      }

      @Override
      public void close() {
        end();
      }
    };
  }
}
