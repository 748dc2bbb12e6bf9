package dev.belay.core.lane;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who may run now, within one turn or one upstream: in the order of arrival, as far as lanes let
 * them.
 *
 * <p>A call waits for every running call that its lane does not bear, and for every earlier waiter
 * likewise; so an exclusive call waits for those that run and holds the next ones back, and none
 * starves. Concurrency: {@code lock} guards the lists and is never held while a thread waits.
 */
public final class Lanes {
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final List<Place> running = new ArrayList<>();

  @GuardedBy("lock") private final List<Place> waiting = new ArrayList<>();

  /** Starts empty. */
  public Lanes() {}

  /** {@return the gate that a call of {@code lane} must pass} */
  public Gate gate(Lane lane) {
    return new LaneGate(this, lane);
  }

  /**
   * Takes a place in the queue for a call that arrives later: whoever comes after this stands
   * behind it, however late it is.
   *
   * @return the gate for that call alone, to be withdrawn if it never comes
   */
  public Reserved reserve(Lane lane) {
    var place = new Place(lane);
    queue(place);
    return new Reserved(this, place);
  }

  private record LaneGate(Lanes lanes, Lane lane) implements Gate {
    @Override
    public String name() {
      return "lane";
    }

    @Override
    public Pass enter(CallInfo call) throws InterruptedException {
      var place = new Place(lane);
      lanes.queue(place);
      return lanes.enter(place);
    }
  }

  /** A place that is kept for one call. Safe for use by many threads. */
  public static final class Reserved implements Gate {
    private final Lanes lanes;
    private final Place place;
    private final AtomicBoolean isTaken = new AtomicBoolean();

    private Reserved(Lanes lanes, Place place) {
      this.lanes = lanes;
      this.place = place;
    }

    @Override
    public String name() {
      return "lane";
    }

    /** Who was let in while it was reserved finds the door open, and is never shown as waiting. */
    @Override
    public boolean mayWait() {
      return !place.admitted;
    }

    @Override
    public Pass enter(CallInfo call) throws InterruptedException {
      if (!isTaken.compareAndSet(false, true)) {
        throw new InterruptedException("the place has been given up");
      }
      return lanes.enter(place);
    }

    /** Gives the place up, unless the call has come: then it is the call's. */
    public void withdraw() {
      if (isTaken.compareAndSet(false, true)) {
        lanes.leave(place);
      }
    }
  }

  private void queue(Place place) {
    lock.lock();
    try {
      waiting.add(place);
      admitLocked();
    } finally {
      lock.unlock();
    }
  }

  private Gate.Pass enter(Place place) throws InterruptedException {
    place.thread = Thread.currentThread();
    // The other party: who admits, and reads the thread after it has written that.
    while (!place.admitted) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        leave(place);
        throw new InterruptedException();
      }
    }
    return () -> leave(place);
  }

  private void leave(Place place) {
    lock.lock();
    try {
      if (!running.remove(place)) {
        waiting.remove(place);
      }
      admitLocked();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void admitLocked() {
    for (int i = 0; i < waiting.size(); ) {
      var place = waiting.get(i);
      if (bears(place, running, running.size()) && bears(place, waiting, i)) {
        waiting.remove(i);
        running.add(place);
        place.admitted = true;
        LockSupport.unpark(place.thread);
      } else {
        i++;
      }
      if (place.lane instanceof Lane.Exclusive) {
        // It bears nobody, so nobody behind it can go on: no need to look further.
        return;
      }
    }
  }

  /** {@return whether it may run beside the first so many of them} */
  private static boolean bears(Place place, List<Place> others, int count) {
    for (int i = 0; i < count; i++) {
      if (!place.lane.bears(others.get(i).lane)) {
        return false;
      }
    }
    return true;
  }

  /** One call's place in the queue. Identity matters: two calls of one lane are two places. */
  private static final class Place {
    final Lane lane;
    volatile @Nullable Thread thread;
    volatile boolean admitted;

    Place(Lane lane) {
      this.lane = lane;
    }
  }
}
