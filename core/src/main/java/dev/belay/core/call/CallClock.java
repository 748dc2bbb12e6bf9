package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The clock of one call: running, or with its idle part held.
 *
 * <p>Concurrency: a heartbeat is one volatile write; holds, which are rare, share {@code lock}.
 */
final class CallClock {
  private final ReentrantLock lock = new ReentrantLock();
  private volatile Limits limits;
  private volatile long startedAt;
  private volatile long lastBeat;

  /**
   * Start of the present silence if no beat came later: the point at which a hold left the idle
   * clock.
   */
  private volatile long idleFloor;

  private volatile boolean started;

  /** Reasons of the present holds, the oldest first; empty while the idle clock runs. */
  private volatile List<String> holds = List.of();

  @GuardedBy("lock") private long heldSince;

  /** Start of the silence when the hold began. */
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

  /** Discards the time counted so far: the call waits again. */
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

  /** {@return the time of the last beat, or of the start if there was none} */
  long lastBeat() {
    return lastBeat;
  }

  /** {@return the reason of the oldest hold; null while the idle clock runs} */
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
   * @param stallEnd see {@link #idleDue}
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

  /** Releases one hold; the idle clock continues from its old reading once all are released. */
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
   * {@return the time at which the idle limit is reached}
   *
   * @param stallEnd the end of the last stall of the whole process, during which no beat was
   *     possible
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

  /** {@return the limit reached by {@code now}; the idle one if both are (design: the tie rule)} */
  @Nullable Limit due(long now, long stallEnd) {
    if (idleDue(stallEnd).isDue(now)) {
      return Limit.IDLE;
    }
    var total = totalDue();
    if (!total.isDue(now)) {
      return null;
    }
    // Without the stall both limits were due at once: the tie remains one, however late it is
    // judged.
    return idleDue(startedAt).equals(total) ? Limit.IDLE : Limit.TOTAL;
  }
}
