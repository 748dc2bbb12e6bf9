package dev.belay.process.tree;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The processes that this JVM started itself: only the JDK may wait for their ends.
 *
 * <p>One set per JVM, which is the parent of all of them. Safe for use by many threads.
 */
public final class DirectChildren {
  private static final Set<Long> PIDS = ConcurrentHashMap.newKeySet();

  private DirectChildren() {}

  /** Adds a child right after its start. */
  public static void add(long pid) {
    PIDS.add(pid);
  }

  /** Removes a child whose end the JDK has seen. */
  public static void remove(long pid) {
    PIDS.remove(pid);
  }

  static boolean contains(long pid) {
    return PIDS.contains(pid);
  }
}
