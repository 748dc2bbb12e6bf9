package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of the calls that ended last, for those who look back. Bounded in number and in
 * bytes; safe for use by many threads.
 */
final class EndedRequests {
  static final int MOST = 4_096;
  static final int MOST_BYTES = 4 << 20;

  /** Longer arguments are not kept. */
  static final int LONGEST = 64 * 1024;

  private final ReentrantLock lock = new ReentrantLock();

  /** Those that ended first come first. */
  @GuardedBy("lock") private final SequencedMap<CallId, Payload> asked = new LinkedHashMap<>();

  @GuardedBy("lock") private int bytes;

  void add(Call call) {
    var arguments = call.request().arguments();
    int length = arguments.bytes().length;
    if (length > LONGEST) {
      return;
    }
    lock.lock();
    try {
      var before = asked.put(call.id(), arguments);
      bytes += length - (before == null ? 0 : before.bytes().length);
      while (asked.size() > MOST || bytes > MOST_BYTES) {
        bytes -= asked.pollFirstEntry().getValue().bytes().length;
      }
    } finally {
      lock.unlock();
    }
  }

  @Nullable Payload find(CallId id) {
    lock.lock();
    try {
      return asked.get(id);
    } finally {
      lock.unlock();
    }
  }
}
