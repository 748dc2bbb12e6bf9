package dev.belay.cli.display;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes one line of many of the same kind: they are alike up to the first {@code :} or {@code (}.
 *
 * <p>Safe for use by many threads.
 */
final class Repeats {
  /** So many of a kind in a row are said; the others are only counted. */
  static final int SAID = 10;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private String kind = "";

  @GuardedBy("lock") private int inARow;

  @GuardedBy("lock") private long counted;

  /**
   * What is to be said now, line by line.
   *
   * @param starts whether counting has just begun: ask for {@link #rest} in a while
   */
  record Said(List<String> lines, boolean starts) {}

  /** {@return what is to be said in place of {@code line}} */
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

  /** {@return the count of what was not said since, as a line; none if that is nothing} */
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
