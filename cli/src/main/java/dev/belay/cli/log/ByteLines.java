package dev.belay.cli.log;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Splits what a server writes into lines, so that servers can share one standard error without
 * mixing them.
 *
 * <p>Concurrency: {@code lock} guards the line that is not yet complete.
 */
public final class ByteLines implements Consumer<byte[]> {
  /** Longest line in bytes; a longer one is passed on in parts. */
  private static final int LONGEST = 8 * 1024;

  private final Consumer<byte[]> each;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /**
   * Creates a splitter.
   *
   * @param each takes each line without its end
   */
  public ByteLines(Consumer<byte[]> each) {
    this.each = each;
  }

  @Override
  public void accept(byte[] chunk) {
    var whole = new ArrayList<byte[]>();
    lock.lock();
    try {
      for (byte one : chunk) {
        if (one != '\n') {
          line.write(one);
        }
        if (one == '\n' || line.size() >= LONGEST) {
          whole.add(line.toByteArray());
          line.reset();
        }
      }
    } finally {
      lock.unlock();
    }
    whole.forEach(each);
  }
}
