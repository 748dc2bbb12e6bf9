package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The links of one upstream that only end what they have begun, of which there are at most {@link
 * #MOST}: beyond, the oldest is ended (C34).
 *
 * <p>Concurrency: {@code lock} guards the list; nothing is asked or ended under it.
 */
final class Retirements {
  static final int MOST = 4;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Deque<Retirement> all = new ArrayDeque<>();

  /**
   * Has a link take no new calls from now on, and end with those it has.
   *
   * @param why a sentence for the calls that end with it
   */
  void begin(Upstream upstream, ServerLink link, Retirement.Reason reason, String why) {
    var retirement = new Retirement(upstream, link, reason, why, this::ended);
    Retirement oldest;
    lock.lock();
    try {
      all.addLast(retirement);
      oldest = all.size() > MOST ? all.peekFirst() : null;
    } finally {
      lock.unlock();
    }
    if (oldest != null) {
      oldest.endWithCalls(
          "It was ended with them as the oldest of more than " + MOST + " like it.");
    }
    retirement.begin();
  }

  private void ended(Retirement retirement) {
    lock.lock();
    try {
      all.remove(retirement);
    } finally {
      lock.unlock();
    }
  }
}
