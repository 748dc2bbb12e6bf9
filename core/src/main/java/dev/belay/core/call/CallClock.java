package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One call's account of time: running, or with its idle clock held.
 *
 * <p>Concurrency: a heartbeat is one volatile write; holds, which are rare, share {@code lock}.
 */
final class CallClock {
  private final ReentrantLock lock = new ReentrantLock();
  private volatile Limits limits;
  private volatile long startedAt;
  private volatile long lastBeat;

  /** What silence counts from if no beat came later: where a hold left the idle clock. */
  private volatile long idleFloor;

  private volatile boolean started;

  /** Why the idle clock stands still, the oldest reason first; empty while it goes. */
  private volatile List<String> holds = List.of();

  @GuardedBy("lock") private long heldSince;

  /** What silence counted from when the hold began. */
  @GuardedBy("lock") private long heldFrom;

  CallClock(Limits limits) {
    this.limits = limits;
  }

  void start(long now) {
    startedAt = now;
    lastBeat = now;
    idleFloor = now;
    started = true;
  }

  /** What came so far does not count: it waits again. */
  void reset() {
    started = false;
  }

  boolean hasStarted() {
    return started;
  }

  long startedAt() {
    return startedAt;
  }

  void beat(long now) {
    lastBeat = now;
  }

  /** {@return when it last beat, or started, where it has not beaten yet} */
  long lastBeat() {
    return lastBeat;
  }

  /** {@return why the idle clock stands still; null while it goes} */
  @Nullable String heldFor() {
    var now = holds;
    return now.isEmpty() ? null : now.getFirst();
  }

  Limits limits() {
    return limits;
  }

  void replace(Limits other) {
    limits = other;
  }

  /**
   * Stops the idle clock; the total one goes on. Holds add up.
   *
   * @param stallEnd as for {@link #idleDue}
   */
  void hold(String reason, long now, long stallEnd) {
    lock.lock();
    try {
      var more = new ArrayList<>(holds);
      if (more.isEmpty()) {
        heldSince = now;
        heldFrom = silentSince(stallEnd);
      }
      more.add(reason);
      holds = List.copyOf(more);
    } finally {
      lock.unlock();
    }
  }

  /** Lets the idle clock go on from where it stood, once every hold is released. */
  void release(String reason, long now) {
    lock.lock();
    try {
      var fewer = new ArrayList<>(holds);
      fewer.remove(reason);
      if (fewer.isEmpty()) {
        idleFloor = lastBeat - heldSince >= 0 ? now : heldFrom + (now - heldSince);
      }
      holds = List.copyOf(fewer);
    } finally {
      lock.unlock();
    }
  }

  Deadline totalDue() {
    return started ? Deadline.after(startedAt, limits.timeout()) : Deadline.NEVER;
  }

  /**
   * {@return when silence will have lasted too long}
   *
   * @param stallEnd the end of the last stall of the whole process, during which nobody could beat
   */
  Deadline idleDue(long stallEnd) {
    if (!started || !holds.isEmpty()) {
      return Deadline.NEVER;
    }
    return Deadline.after(silentSince(stallEnd), limits.idleTimeout());
  }

  private long silentSince(long stallEnd) {
    return later(later(lastBeat, idleFloor), stallEnd);
  }

  private static long later(long one, long other) {
    return one - other > 0 ? one : other;
  }

  /** {@return the limit reached by {@code now}: the idle one if both are (design: the tie rule)} */
  @Nullable Limit due(long now, long stallEnd) {
    if (idleDue(stallEnd).isDue(now)) {
      return Limit.IDLE;
    }
    var total = totalDue();
    if (!total.isDue(now)) {
      return null;
    }
    // Without the stall both were due at once: the tie stays one, however late it is judged.
    return idleDue(startedAt).equals(total) ? Limit.IDLE : Limit.TOTAL;
  }
}
