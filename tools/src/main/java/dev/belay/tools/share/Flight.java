package dev.belay.tools.share;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.cancel.Cause;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One call that runs a tool, and the others that wait for the same result. It goes on for as long
 * as anybody waits, whoever began it.
 *
 * <p>Concurrency: {@code lock} guards who waits; nobody is called under it.
 */
public final class Flight {
  private final ReentrantLock lock = new ReentrantLock();
  private final CompletableFuture<Landing> landing = new CompletableFuture<>();
  private final List<Hearer> hearers = new CopyOnWriteArrayList<>();
  private final Call call;

  @GuardedBy("lock") private int guests;

  /** Nobody can join any more. */
  @GuardedBy("lock") private boolean closed;

  /** Why its own client has left, if it has. */
  @GuardedBy("lock") private @Nullable Cause deserted;

  Flight(Call call) {
    this.call = call;
  }

  /** {@return the call that runs} */
  public CallId of() {
    return call.id();
  }

  /** Waits with it; false if it is too late for that. */
  boolean join(Hearer hearer) {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      guests++;
    } finally {
      lock.unlock();
    }
    hearers.add(hearer);
    return true;
  }

  /** Waits no more; the last one who does, of a call whose client has gone, ends it. */
  public void leave(Hearer hearer) {
    hearers.remove(hearer);
    Cause why;
    lock.lock();
    try {
      guests--;
      why = guests == 0 ? deserted : null;
      closed |= why != null;
    } finally {
      lock.unlock();
    }
    if (why != null) {
      call.cancel(why, "");
    }
  }

  /**
   * Its own client leaves.
   *
   * @return whether it goes on all the same, since others wait
   */
  public boolean goesOnWithout(Cause why) {
    lock.lock();
    try {
      deserted = why;
      closed |= guests == 0;
      return guests > 0;
    } finally {
      lock.unlock();
    }
  }

  /** Tells those who wait that it goes on. */
  public void progressed(@Nullable String message, @Nullable Double done, @Nullable Double total) {
    hearers.forEach(hearer -> hearer.progressed(message, done, total));
  }

  /** {@return how it ended, once it has} */
  public Landing await() throws InterruptedException {
    try {
      return landing.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a flight lands, and nothing else", e);
    }
  }

  /** {@return whether it has ended for those who waited, be it that it runs on for itself} */
  boolean hasLanded() {
    return landing.isDone();
  }

  /** Ends it for all who wait; the first word counts. */
  void land(Landing how) {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    var _ = landing.complete(how);
  }
}
