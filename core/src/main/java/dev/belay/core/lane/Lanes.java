package dev.belay.core.lane;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

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

  private record LaneGate(Lanes lanes, Lane lane) implements Gate {
    @Override
    public String name() {
      return "lane";
    }

    @Override
    public Pass enter(CallInfo call) throws InterruptedException {
      return lanes.enter(lane);
    }
  }

  private Gate.Pass enter(Lane lane) throws InterruptedException {
    var place = new Place(lane, Thread.currentThread());
    lock.lock();
    try {
      waiting.add(place);
      admitLocked();
    } finally {
      lock.unlock();
    }
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
    var ahead = new ArrayList<>(running);
    for (var next = waiting.iterator(); next.hasNext(); ) {
      var place = next.next();
      if (ahead.stream().allMatch(other -> place.lane.bears(other.lane))) {
        next.remove();
        running.add(place);
        place.admitted = true;
        LockSupport.unpark(place.thread);
      }
      ahead.add(place);
      if (place.lane instanceof Lane.Exclusive) {
        // It bears nobody, so nobody behind it can go on: no need to look further.
        return;
      }
    }
  }

  /** One call's place in the queue. Identity matters: two calls of one lane are two places. */
  private static final class Place {
    final Lane lane;
    final Thread thread;
    volatile boolean admitted;

    Place(Lane lane, Thread thread) {
      this.lane = lane;
      this.thread = thread;
    }
  }
}
