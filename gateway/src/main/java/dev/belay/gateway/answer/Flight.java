package dev.belay.gateway.answer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.Call;
import dev.belay.core.cancel.Cause;
import dev.belay.mcp.envelope.Envelope;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call that asks its server, and the others that wait for the same answer. It goes on for as
 * long as anybody waits, whoever began it.
 *
 * <p>Concurrency: {@code lock} guards who waits; nobody is called under it.
 */
public final class Flight {
  private final ReentrantLock lock = new ReentrantLock();
  private final CompletableFuture<Landing> landing = new CompletableFuture<>();
  private final List<Consumer<Envelope>> hearers = new CopyOnWriteArrayList<>();

  @GuardedBy("lock") private int guests;

  /** Nobody can join any more. */
  @GuardedBy("lock") private boolean closed;

  /** Its own client has gone. */
  @GuardedBy("lock") private boolean deserted;

  private volatile @Nullable Call call;

  /** Begins with nobody waiting but who begins it. */
  public Flight() {}

  /** Says which call it is. */
  public void of(Call asking) {
    call = asking;
    boolean isLeft;
    lock.lock();
    try {
      isLeft = deserted && guests == 0;
    } finally {
      lock.unlock();
    }
    // The other party: the last who waited, and left before there was a call to end.
    if (isLeft) {
      asking.cancel(Cause.CLIENT_GONE, "");
    }
  }

  /**
   * Waits with it; false if it is too late for that.
   *
   * @param hearer hears of its progress
   */
  boolean join(Consumer<Envelope> hearer) {
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
  public void leave(Consumer<Envelope> hearer) {
    hearers.remove(hearer);
    boolean isLast;
    lock.lock();
    try {
      isLast = --guests == 0 && deserted;
      closed |= isLast;
    } finally {
      lock.unlock();
    }
    var asking = call;
    if (isLast && asking != null) {
      asking.cancel(Cause.CLIENT_GONE, "");
    }
  }

  /** {@return whether it goes on without its own client, since others wait} */
  public boolean goesOnAlone() {
    lock.lock();
    try {
      deserted = guests > 0;
      closed |= !deserted;
      return deserted;
    } finally {
      lock.unlock();
    }
  }

  /** Tells those who wait what the server said on the way. */
  public void progressed(Envelope progress) {
    hearers.forEach(hearer -> hearer.accept(progress));
  }

  /** {@return how it ended, once it has} */
  public Landing await() throws InterruptedException {
    try {
      return landing.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a flight lands, and nothing else", e);
    }
  }

  /** {@return whether its server has asked a person, or it has ended} */
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
    landing.complete(how);
  }
}
