package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.cancel.Cause;
import dev.belay.core.time.Time;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The waiters of one call; they come and go, and the call does not know them.
 *
 * <p>Concurrency: {@code lock} guards all fields and is never held while a waiter is called.
 */
final class Waiters {
  private static final Waiter[] NOBODY = {};

  private final ReentrantLock lock = new ReentrantLock();
  private final Time time;
  private final BiConsumer<Cause, String> leftAlone;

  /** Policy for a call left alone: that of its request, until it is handed off. */
  @GuardedBy("lock") private Unattended policy;

  @GuardedBy("lock") private @Nullable List<Consumer<Outcome>> observers;

  /** Replaced, and never changed: whoever has taken it reads it without the lock. */
  @GuardedBy("lock") private Waiter[] waiting = NOBODY;

  @GuardedBy("lock") private Reply.@Nullable Final last;

  @GuardedBy("lock") private Time.@Nullable Timer patience;

  /** Counts how often the call was left alone, so that an outdated timer recognizes itself. */
  @GuardedBy("lock") private int departures;

  Waiters(Time time, Unattended policy, BiConsumer<Cause, String> leftAlone) {
    this.time = time;
    this.leftAlone = leftAlone;
    lock.lock();
    try {
      this.policy = policy;
    } finally {
      lock.unlock();
    }
  }

  Waiter attach(Consumer<Reply> onReply) {
    var waiter = new Waiter(this, onReply);
    Reply already;
    lock.lock();
    try {
      already = last;
      if (already == null) {
        var more = Arrays.copyOf(waiting, waiting.length + 1);
        more[waiting.length] = waiter;
        waiting = more;
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

  void detach(Waiter waiter, Cause cause, String by) {
    boolean now = false;
    lock.lock();
    try {
      if (removeLocked(waiter)) {
        switch (policy) {
          case Unattended.CancelNow _ -> now = true;
          case Unattended.CancelAfter(var delay) -> {
            int departure = ++departures;
            patience = time.after(delay, () -> patienceEnds(departure, cause, by));
          }
          case Unattended.Never _ -> {}
        }
      }
    } finally {
      lock.unlock();
    }
    if (now) {
      leftAlone.accept(cause, by);
    }
  }

  /** Removes a waiter, if it waits, and returns whether it was the only one. */
  @GuardedBy("lock") private boolean removeLocked(Waiter waiter) {
    if (waiting.length == 0) {
      return false;
    }
    waiting = Arrays.stream(waiting).filter(one -> one != waiter).toArray(Waiter[]::new);
    return waiting.length == 0;
  }

  private void patienceEnds(int departure, Cause cause, String by) {
    boolean alone;
    lock.lock();
    try {
      // Races with a waiter that came back just as the timer fired.
      alone = patience != null && departure == departures;
    } finally {
      lock.unlock();
    }
    if (alone) {
      leftAlone.accept(cause, by);
    }
  }

  /** Passes the outcome to {@code told} before any waiter gets it; at once if it is decided. */
  void observe(Consumer<Outcome> told) {
    Reply.Final already;
    lock.lock();
    try {
      already = last;
      if (already == null) {
        observers = observers == null ? new ArrayList<>(2) : observers;
        observers.add(told);
      }
    } finally {
      lock.unlock();
    }
    if (already != null) {
      tell(told, already.outcome());
    }
  }

  private static void tell(Consumer<Outcome> observer, Outcome outcome) {
    try {
      observer.accept(outcome);
    } catch (RuntimeException e) {
      Faults.log("An observer failed to take an outcome", e);
    }
  }

  /**
   * Tells the waiters that the call goes on without them; from then on it needs none.
   *
   * @param before runs before the waiters are told, if there are any
   * @return false if there is no waiter: they have left, or have the outcome
   */
  boolean handOff(Reply.Handle handle, Runnable before) {
    Waiter[] told;
    lock.lock();
    try {
      if (waiting.length == 0) {
        return false;
      }
      told = waiting;
      waiting = NOBODY;
      policy = new Unattended.Never();
    } finally {
      lock.unlock();
    }
    before.run();
    for (var waiter : told) {
      waiter.tell(handle);
    }
    return true;
  }

  /** Passes the outcome to the observers, then to the waiters. */
  void settle(Outcome outcome) {
    var reply = new Reply.Final(outcome);
    List<Consumer<Outcome>> informed;
    lock.lock();
    try {
      informed = observers == null ? List.of() : observers;
      observers = null;
    } finally {
      lock.unlock();
    }
    for (var one : informed) {
      tell(one, outcome);
    }
    Waiter[] told;
    lock.lock();
    try {
      informed = observers == null ? List.of() : observers;
      observers = null;
      last = reply;
      told = waiting;
      waiting = NOBODY;
      calmLocked();
    } finally {
      lock.unlock();
    }
    // Observers that were added while the first were told.
    for (var one : informed) {
      tell(one, outcome);
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
