package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Requests that were taken back: what their server still says about them is dropped, but noticed
 * (C33).
 *
 * <p>A well-behaved server never answers them, so only the newest {@link #MOST} are remembered, and
 * of each only who hears of it: that one must not hold the request itself, which may be large.
 */
final class CancelledExchanges {
  private static final int MOST = 1_024;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<Long, Exchange> byId = new LinkedHashMap<>();

  void add(long id, Exchange exchange) {
    lock.lock();
    try {
      byId.put(id, exchange);
      if (byId.size() > MOST) {
        byId.remove(byId.keySet().iterator().next());
      }
    } finally {
      lock.unlock();
    }
  }

  @Nullable Exchange get(long id) {
    lock.lock();
    try {
      return byId.get(id);
    } finally {
      lock.unlock();
    }
  }

  @Nullable Exchange remove(long id) {
    lock.lock();
    try {
      return byId.remove(id);
    } finally {
      lock.unlock();
    }
  }
}
