package dev.belay.core.lane;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Admits the calls of one turn or one upstream in the order of their arrival, as far as lanes
 * permit.
 *
 * <p>A call waits for every running call that conflicts with its lane, and for every earlier waiter
 * likewise; so an exclusive call waits for those that run and holds the next ones back, and none
 * starves. Concurrency: {@code lock} guards the lists and is never held while a thread waits.
 */
public final class Lanes {
  private static final String NAME = "lane";

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final List<Place> running = new ArrayList<>();

  @GuardedBy("lock") private final List<Place> waiting = new ArrayList<>();

  /** Creates lanes without calls. */
  public Lanes() {}

  /** {@return the gate for a call of {@code lane}} */
  public Gate gate(Lane lane) {
    return new LaneGate(this, lane);
  }

  private record LaneGate(Lanes lanes, Lane lane) implements Gate {
    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Pass enter(CallInfo call) throws InterruptedException {
      return lanes.reserve(lane).enter(call);
    }
  }

  /**
   * Reserves a place in the queue for a call that arrives later: every later arrival queues behind
   * it.
   *
   * @return the gate for that call alone, to be withdrawn if the call never comes
   */
  public Place reserve(Lane lane) {
    var place = new Place(this, lane);
    lock.lock();
    try {
      waiting.add(place);
      admitLocked();
    } finally {
      lock.unlock();
    }
    return place;
  }

  @GuardedBy("lock") private void leaveLocked(Place place) {
    if (!running.remove(place)) {
      waiting.remove(place);
    }
    admitLocked();
  }

  @GuardedBy("lock") private void admitLocked() {
    for (int i = 0; i < waiting.size(); ) {
      var place = waiting.get(i);
      if (bears(place, running, running.size()) && bears(place, waiting, i)) {
        waiting.remove(i);
        running.add(place);
        place.isAdmitted = true;
        LockSupport.unpark(place.thread);
      } else {
        i++;
      }
      if (place.lane instanceof Lane.Exclusive) {
        // No call behind it can proceed: no need to look further.
        return;
      }
    }
  }

  /** {@return whether it may run concurrently with the first {@code count} of them} */
  private static boolean bears(Place place, List<Place> others, int count) {
    for (int i = 0; i < count; i++) {
      if (!place.lane.bears(others.get(i).lane)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The place of one call in the queue, and its permission to run. Safe for use by many threads.
   *
   * <p>Identity matters: two calls of one lane are two places. All fields but {@code isAdmitted}
   * are guarded by the lock of the lanes.
   */
  public static final class Place implements Gate, Gate.Pass {
    private final Lanes lanes;
    private final Lane lane;
    private @Nullable Thread thread;
    private volatile boolean isAdmitted;

    /** Whether its call has arrived, or the place was given up. */
    private boolean isTaken;

    private Place(Lanes lanes, Lane lane) {
      this.lanes = lanes;
      this.lane = lane;
    }

    @Override
    public String name() {
      return NAME;
    }

    /** A call admitted while its place was reserved is never shown as waiting. */
    @Override
    public boolean mayWait() {
      return !isAdmitted;
    }

    @Override
    public Pass enter(CallInfo call) throws InterruptedException {
      take(Thread.currentThread());
      while (!isAdmitted) {
        LockSupport.park(lanes);
        if (Thread.interrupted()) {
          close();
          throw new InterruptedException();
        }
      }
      return this;
    }

    private void take(Thread taker) throws InterruptedException {
      lanes.lock.lock();
      try {
        if (isTaken) {
          throw new InterruptedException("the place has been given up");
        }
        isTaken = true;
        thread = taker;
      } finally {
        lanes.lock.unlock();
      }
    }

    /** Gives up the place, unless its call has arrived and owns it. */
    public void withdraw() {
      lanes.lock.lock();
      try {
        if (!isTaken) {
          isTaken = true;
          lanes.leaveLocked(this);
        }
      } finally {
        lanes.lock.unlock();
      }
    }

    /** Gives up the place of a call that has entered. */
    @Override
    public void close() {
      lanes.lock.lock();
      try {
        lanes.leaveLocked(this);
      } finally {
        lanes.lock.unlock();
      }
    }
  }
}
