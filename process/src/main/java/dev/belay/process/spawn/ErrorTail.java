package dev.belay.process.spawn;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The last lines of a child's stderr, bounded for any output (P13).
 *
 * <p>Concurrency: {@code lock} guards all fields; the stderr thread writes, any thread reads.
 */
final class ErrorTail {
  private static final int LINES = 20;
  private static final int LINE_BYTES = 400; // for 20 lines: less than 8 KiB
  private static final String CUT = " …";

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private final byte[] line = new byte[LINE_BYTES];
  private int length;
  private boolean isCut;

  void add(byte[] bytes) {
    lock.lock();
    try {
      for (byte b : bytes) {
        if (b == '\n') {
          endLine();
        } else if (length < LINE_BYTES) {
          line[length++] = b;
        } else {
          isCut = true;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** {@return the last lines, oldest first, including an unfinished one} */
  List<String> lines() {
    lock.lock();
    try {
      var all = new ArrayList<>(lines);
      if (length > 0) {
        all.add(text());
      }
      return List.copyOf(all.size() > LINES ? all.subList(1, all.size()) : all);
    } finally {
      lock.unlock();
    }
  }

  private void endLine() {
    if (length > 0) {
      if (lines.size() == LINES) {
        lines.removeFirst();
      }
      lines.addLast(text());
    }
    length = 0;
    isCut = false;
  }

  private String text() {
    var text = new String(line, 0, length, StandardCharsets.UTF_8).stripTrailing();
    return isCut ? text + CUT : text;
  }
}
