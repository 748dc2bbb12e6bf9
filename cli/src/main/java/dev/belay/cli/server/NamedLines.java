package dev.belay.cli.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Puts a server's name before each line that it writes, so that many servers can share one standard
 * error; lines of several are never mixed.
 *
 * <p>Concurrency: {@code lock} guards the line that is not yet complete.
 */
final class NamedLines implements Consumer<byte[]> {
  /** A longer line is passed on in parts. */
  private static final int LONGEST = 8 * 1024;

  private final byte[] name;
  private final Consumer<byte[]> out;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  NamedLines(String server, Consumer<byte[]> out) {
    name = ("[" + server + "] ").getBytes(StandardCharsets.UTF_8);
    this.out = out;
  }

  @Override
  public void accept(byte[] chunk) {
    var whole = new ByteArrayOutputStream(chunk.length + name.length);
    lock.lock();
    try {
      for (byte one : chunk) {
        line.write(one);
        if (one == '\n' || line.size() >= LONGEST) {
          whole.writeBytes(name);
          whole.writeBytes(line.toByteArray());
          if (one != '\n') {
            whole.write('\n');
          }
          line.reset();
        }
      }
    } finally {
      lock.unlock();
    }
    if (whole.size() > 0) {
      out.accept(whole.toByteArray());
    }
  }
}
