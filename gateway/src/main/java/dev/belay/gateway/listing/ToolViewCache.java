package dev.belay.gateway.listing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Caches the view of each tool with its definition, so that a rebuilt list shortens only changed
 * tools.
 *
 * <p>Concurrency: {@code lock} guards the cache; no tool is shortened under it. If two threads
 * shorten a tool at once, the later result is kept; both are correct.
 */
public final class ToolViewCache {
  /** The maximum size of all definitions and views; beyond it the cache is cleared. */
  static final long MOST_BYTES = 32L << 20;

  /** The overhead of a tool, in bytes. */
  private static final long EACH = 256;

  @SuppressWarnings("ArrayRecordComponent") // Compared by hand, and never written to.
  private record Kept(byte[] tool, byte[] shown) {
    long size(String name) {
      return EACH + name.length() + tool.length + shown.length;
    }
  }

  private final ToolView view;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<String, Kept> tools = new HashMap<>();

  @GuardedBy("lock") private long bytes;

  /** Creates an empty cache. */
  public ToolViewCache(ToolView view) {
    this.view = view;
  }

  /** {@return the view of what is known to be a JSON object; not to be modified} */
  public byte[] of(byte[] tool, String name) {
    var kept = get(name);
    if (kept != null && Arrays.equals(kept.tool, tool)) {
      return kept.shown;
    }
    var fresh = new Kept(tool, view.of(tool, name));
    put(name, fresh);
    return fresh.shown;
  }

  /** {@return the size of the cache, in bytes} */
  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Kept get(String name) {
    lock.lock();
    try {
      return tools.get(name);
    } finally {
      lock.unlock();
    }
  }

  private void put(String name, Kept fresh) {
    lock.lock();
    try {
      var before = tools.put(name, fresh);
      bytes += fresh.size(name) - (before == null ? 0 : before.size(name));
      if (bytes > MOST_BYTES) {
        tools.clear();
        bytes = 0;
      }
    } finally {
      lock.unlock();
    }
  }
}
