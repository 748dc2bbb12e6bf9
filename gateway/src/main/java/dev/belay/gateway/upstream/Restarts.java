package dev.belay.gateway.upstream;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Delivers notices of restarts: each caller of a lost process gets one, and no other caller, since
 * only those can miss its state.
 *
 * <p>Bounded by {@link #MOST} callers. Safe for use by many threads: the thread that advances a
 * caller to a newer restart delivers the notice.
 */
final class Restarts {
  static final int MOST = 10_000;

  private final AtomicReference<Restart> last = new AtomicReference<>(Restart.NONE);

  /** The newest restart that each caller was notified of, or that preceded its first call. */
  private final Map<UpstreamUser, Integer> known = new ConcurrentHashMap<>();

  /** A process is lost, and with it the state of its callers. */
  void happened(String why) {
    last.updateAndGet(before -> new Restart(before.number() + 1, why));
  }

  /** {@return the last restart, from which every process comes that is started now} */
  Restart last() {
    return last.get();
  }

  /** From now on the process may hold state of the caller. */
  void used(UpstreamConnection link, UpstreamUser user) {
    if (known.size() < MOST) {
      known.putIfAbsent(user, link.restart().number());
    }
  }

  /** {@return the notice of why the process was started; null if the caller needs none} */
  @Nullable String take(UpstreamConnection link, UpstreamUser user) {
    var restart = link.restart();
    if (restart.number() == 0) {
      return null;
    }
    var before = known.get(user);
    boolean isNews =
        before != null
            && before < restart.number()
            && known.replace(user, before, restart.number());
    return isNews ? restart.why() : null;
  }

  /** The caller will not come back. */
  void forget(UpstreamUser user) {
    known.remove(user);
  }
}
