package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.cancel.Stop;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How to stop the parts of one call outside its thread: set by its work, carried out when the call
 * is stopped. Either may come first.
 *
 * <p>Concurrency: {@code lock} guards both fields and is never held while something is stopped.
 */
final class StopOrder {
  private final ReentrantLock lock = new ReentrantLock();
  private final ThreadFactory threads;
  private final CallId id;

  @GuardedBy("lock") private @Nullable Stopping how;

  @GuardedBy("lock") private @Nullable Stop carriedOut;

  StopOrder(ThreadFactory threads, CallId id) {
    this.threads = threads;
    this.id = id;
  }

  /**
   * Keeps {@code order} for the stop; if the stop has already come, carries it out on a thread of
   * its own.
   */
  void give(Stopping order) {
    Stop already;
    lock.lock();
    try {
      how = order;
      already = carriedOut;
    } finally {
      lock.unlock();
    }
    if (already != null) {
      var late = threads.newThread(() -> stopLate(order, already));
      late.setName("belay-end-" + id.brief());
      late.start();
    }
  }

  /** {@return whether a stop would end processes of the call's own} */
  boolean endsProcesses() {
    Stopping order;
    lock.lock();
    try {
      order = how;
    } finally {
      lock.unlock();
    }
    return order != null && order.endsProcesses();
  }

  /** {@return the step that the order reports, or {@code otherwise} if there is no order} */
  StopStep carryOut(Stop why, StopStep otherwise) throws InterruptedException {
    Stopping order;
    lock.lock();
    try {
      order = how;
      carriedOut = why;
    } finally {
      lock.unlock();
    }
    try {
      return order == null ? otherwise : order.stop(why);
    } catch (RuntimeException e) {
      log(e);
      return otherwise;
    }
  }

  private static void stopLate(Stopping order, Stop why) {
    try {
      var _ = order.stop(why);
    } catch (InterruptedException | RuntimeException e) {
      log(e);
    }
  }

  private static void log(Exception e) {
    Faults.log("Stopping what a call had started failed", e);
  }
}
