package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for one call; they come and go, and the call does not know them.
 *
 * <p>Concurrency: {@code lock} guards all fields and is never held while a waiter is called.
 */
final class Waiters {
  private final ReentrantLock lock = new ReentrantLock();
  private final Time time;
  private final Unattended policy;
  private final Runnable leftAlone;

  @GuardedBy("lock") private @Nullable List<Waiter> waiting;

  @GuardedBy("lock") private @Nullable Reply last;

  @GuardedBy("lock") private Time.@Nullable Timer patience;

  /** Counts how often the call was left alone, so that an old timer knows that it is old. */
  @GuardedBy("lock") private int departures;

  Waiters(Time time, Unattended policy, Runnable leftAlone) {
    this.time = time;
    this.policy = policy;
    this.leftAlone = leftAlone;
  }

  Waiter attach(Consumer<Reply> onReply) {
    var waiter = new Waiter(this, onReply);
    Reply already;
    lock.lock();
    try {
      already = last;
      if (already == null) {
        waiting = waiting == null ? new ArrayList<>(1) : waiting;
        waiting.add(waiter);
        calmLocked();
      }
    } finally {
      lock.unlock();
    }
    if (already != null) {
      waiter.tell(already);
    }
    return waiter;
  }

  void detach(Waiter waiter) {
    boolean now = false;
    lock.lock();
    try {
      boolean alone = waiting != null && waiting.remove(waiter) && waiting.isEmpty();
      if (alone && last == null) {
        switch (policy) {
          case Unattended.CancelNow _ -> now = true;
          case Unattended.CancelAfter(var delay) -> {
            int departure = ++departures;
            patience = time.after(delay, () -> patienceEnds(departure));
          }
          case Unattended.Never _ -> {}
        }
      }
    } finally {
      lock.unlock();
    }
    if (now) {
      leftAlone.run();
    }
  }

  private void patienceEnds(int departure) {
    boolean alone;
    lock.lock();
    try {
      // The other party: somebody who came back just when the timer went off.
      alone = patience != null && departure == departures;
    } finally {
      lock.unlock();
    }
    if (alone) {
      leftAlone.run();
    }
  }

  void reply(Reply reply) {
    List<Waiter> told;
    lock.lock();
    try {
      last = reply;
      told = waiting == null ? List.of() : List.copyOf(waiting);
      waiting = null;
      calmLocked();
    } finally {
      lock.unlock();
    }
    for (var waiter : told) {
      waiter.tell(reply);
    }
  }

  @GuardedBy("lock") private void calmLocked() {
    if (patience != null) {
      patience.close();
      patience = null;
    }
  }
}
