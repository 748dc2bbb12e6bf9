package dev.belay.gateway.upstream;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Whom a restart concerns: everybody who called a process that is gone is told once, and nobody
 * else, since only they can miss what it knew.
 *
 * <p>Bounded by {@link #MOST} callers. Safe for use by many threads: whoever moves a caller on to a
 * newer restart is the one who tells.
 */
final class Restarts {
  static final int MOST = 10_000;

  private final AtomicReference<Restart> last = new AtomicReference<>(Restart.NONE);

  /** The newest restart that each caller has been told of, or came after. */
  private final Map<UpstreamUser, Integer> known = new ConcurrentHashMap<>();

  /** A process is lost, and with it what it knew of its callers. */
  void happened(String why) {
    last.updateAndGet(before -> new Restart(before.number() + 1, why));
  }

  /** {@return the last one, from which every process comes that is started now} */
  Restart last() {
    return last.get();
  }

  /** The process now knows the caller. */
  void used(UpstreamConnection link, UpstreamUser user) {
    if (known.size() < MOST) {
      known.putIfAbsent(user, link.restart().number());
    }
  }

  /** {@return what the caller must hear of why the process was started; null if nothing} */
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
