package dev.belay.tools.run;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the first and the last half of a program's output, so that any amount of it takes bounded
 * memory.
 *
 * <p>Concurrency: {@code lock} guards all fields; one thread writes, any reads.
 */
final class KeptOutput {
  private final ReentrantLock lock = new ReentrantLock();
  private final int half;

  @GuardedBy("lock") private final ByteArrayOutputStream head = new ByteArrayOutputStream();

  /** The newest bytes, in a ring; made when the first half is full. */
  @GuardedBy("lock") private byte[] ring = {};

  @GuardedBy("lock") private long ringed;

  KeptOutput(int most) {
    half = Math.max(1, most / 2);
  }

  void add(byte[] bytes, int length) {
    lock.lock();
    try {
      int first = Math.min(length, half - head.size());
      head.write(bytes, 0, first);
      if (first < length && ring.length == 0) {
        ring = new byte[half];
      }
      // Of a chunk longer than the ring, only the end would remain.
      int from = Math.max(first, length - half);
      ringed += from - first;
      for (int i = from; i < length; i++) {
        ring[(int) (ringed++ % half)] = bytes[i];
      }
    } finally {
      lock.unlock();
    }
  }

  /** {@return the kept output, with a notice in place of a middle that was dropped} */
  String text() {
    lock.lock();
    try {
      var text = new StringBuilder(head.toString(StandardCharsets.UTF_8));
      if (ringed > half) {
        text.append("\n… ").append(ringed - half).append(" bytes left out …\n");
      }
      int length = (int) Math.min(ringed, half);
      var tail = new byte[length];
      for (int i = 0; i < length; i++) {
        tail[i] = ring[(int) ((ringed - length + i) % half)];
      }
      return text.append(new String(tail, StandardCharsets.UTF_8)).toString();
    } finally {
      lock.unlock();
    }
  }
}
