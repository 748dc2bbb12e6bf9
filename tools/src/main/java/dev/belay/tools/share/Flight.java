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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call that runs, and the others that wait for the same result. It goes on for as long as
 * anybody waits, whoever began it.
 *
 * <p>Concurrency: {@code lock} guards who waits; nobody is called under it.
 *
 * @param <P> what is heard of its progress
 * @param <R> what it comes to
 */
public final class Flight<P, R> {
  private final ReentrantLock lock = new ReentrantLock();
  private final CompletableFuture<Landing<R>> landing = new CompletableFuture<>();
  private final List<Consumer<P>> hearers = new CopyOnWriteArrayList<>();

  @GuardedBy("lock") private int guests;

  /** Nobody can join any more. */
  @GuardedBy("lock") private boolean closed;

  /** Why its own client has left, if it has, and others had it go on. */
  @GuardedBy("lock") private @Nullable Cause deserted;

  private volatile @Nullable Call call;

  private Flight(@Nullable Call call) {
    this.call = call;
  }

  /** {@return one of a call that runs already} */
  public static <P, R> Flight<P, R> of(Call running) {
    return new Flight<>(running);
  }

  /** {@return one of a call that has not started; {@link #started} says which it is} */
  public static <P, R> Flight<P, R> beforeStart() {
    return new Flight<>(null);
  }

  /** Says which call it is. */
  public void started(Call running) {
    call = running;
    Cause why;
    lock.lock();
    try {
      why = guests == 0 ? deserted : null;
    } finally {
      lock.unlock();
    }
    // The other party: the last who waited, and left before there was a call to end.
    if (why != null) {
      running.cancel(why, "");
    }
  }

  /** {@return the call that runs; null if it has not started} */
  @Nullable CallId of() {
    var running = call;
    return running == null ? null : running.id();
  }

  /**
   * {@return a call's wait with it; null if it is too late for that}
   *
   * @param hearer hears of its progress
   */
  @Nullable Waiter<P, R> join(Consumer<P> hearer) {
    lock.lock();
    try {
      if (closed) {
        return null;
      }
      guests++;
    } finally {
      lock.unlock();
    }
    hearers.add(hearer);
    return new Waiter<>(this, hearer);
  }

  void leave(Consumer<P> hearer) {
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
    var running = call;
    if (why != null && running != null) {
      running.cancel(why, "");
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
      if (guests > 0) {
        deserted = why;
        return true;
      }
      closed = true;
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Tells those who wait how far it got. */
  public void progressed(P progress) {
    hearers.forEach(hearer -> hearer.accept(progress));
  }

  Landing<R> await() throws InterruptedException {
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
  void land(Landing<R> how) {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    var _ = landing.complete(how);
  }
}
