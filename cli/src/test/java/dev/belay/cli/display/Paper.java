package dev.belay.cli.display;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** A standard error that can be read, or left unread for a while. */
final class Paper extends OutputStream {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private boolean shut;
  private boolean writerWaits;

  /** Stops reading: writing blocks from now on. */
  void shut() {
    change(() -> shut = true);
  }

  void open() {
    change(() -> shut = false);
  }

  /** Returns once a writer is blocked. */
  void awaitWriter() {
    await(() -> writerWaits);
  }

  void awaitText(String part) {
    await(() -> written.toString(StandardCharsets.UTF_8).contains(part));
  }

  String text() {
    lock.lock();
    try {
      return written.toString(StandardCharsets.UTF_8);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    lock.lock();
    try {
      while (shut) {
        writerWaits = true;
        changed.signalAll();
        changed.awaitUninterruptibly();
      }
      written.write(bytes, from, length);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
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

  private void await(BooleanSupplier wanted) {
    lock.lock();
    try {
      while (!wanted.getAsBoolean()) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }
}
