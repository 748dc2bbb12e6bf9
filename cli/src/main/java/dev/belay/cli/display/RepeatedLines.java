package dev.belay.cli.display;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Summarizes many lines of one kind in one; lines of a kind are equal up to the first {@code :} or
 * {@code (}.
 *
 * <p>Safe for use by many threads.
 */
final class RepeatedLines {
  /** How many lines of a kind in a row are passed on; further ones are counted. */
  static final int SAID = 10;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private String kind = "";

  @GuardedBy("lock") private int inARow;

  @GuardedBy("lock") private long counted;

  /**
   * Lines to write now.
   *
   * @param starts whether counting has just begun, so that {@link #rest} is due in a while
   */
  record Said(List<String> lines, boolean starts) {}

  /** {@return the lines to write in place of {@code line}} */
  Said next(String line) {
    lock.lock();
    try {
      var itsKind = kindOf(line);
      if (itsKind.equals(kind)) {
        if (++inARow > SAID) {
          return new Said(List.of(), counted++ == 0);
        }
        return new Said(List.of(line), false);
      }
      var lines = new ArrayList<>(restLocked());
      lines.add(line);
      kind = itsKind;
      inARow = 1;
      return new Said(lines, false);
    } finally {
      lock.unlock();
    }
  }

  /** {@return a line with the number of lines left out since; empty if none were} */
  List<String> rest() {
    lock.lock();
    try {
      return restLocked();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private List<String> restLocked() {
    if (counted == 0) {
      return List.of();
    }
    var line = String.format(Locale.ROOT, "… %,d more such lines: %s", counted, kind.strip());
    counted = 0;
    return List.of(line);
  }

  private static String kindOf(String line) {
    int end = 0;
    while (end < line.length() && line.charAt(end) != ':' && line.charAt(end) != '(') {
      end++;
    }
    return line.substring(0, end);
  }
}
