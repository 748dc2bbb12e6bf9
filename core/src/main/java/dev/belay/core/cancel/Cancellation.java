package dev.belay.core.cancel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A tree of stop flags with hooks: cancelling a parent cancels every descendant, the first stop
 * wins.
 *
 * <p>Hooks run once, in the order they came, on the thread that cancels; one that comes late runs
 * at once; one that fails does not keep the others from running. Concurrency: {@code lock} guards
 * the collections and is never held while a hook runs.
 */
public final class Cancellation implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private @Nullable Set<Hook> hooks;

  @GuardedBy("lock") private @Nullable Set<Cancellation> children;

  @GuardedBy("lock") private boolean closed;

  /** What this belongs to; another one where that one was closed. */
  @GuardedBy("lock") private @Nullable Cancellation parent;

  private volatile @Nullable Stop stop;

  private Cancellation(@Nullable Cancellation parent) {
    this.parent = parent;
  }

  /** {@return a cancellation that belongs to nothing} */
  public static Cancellation root() {
    return new Cancellation(null);
  }

  /** {@return a cancellation that ends with this one: already cancelled where this one is} */
  public Cancellation child() {
    var child = new Cancellation(this);
    adopt(child);
    return child;
  }

  /** Takes in a child: stops it where this is stopped, hands it upwards where this is closed. */
  private void adopt(Cancellation child) {
    Stop already;
    Cancellation above = null;
    lock.lock();
    try {
      already = stop;
      if (already == null && closed) {
        above = parent;
      } else if (already == null) {
        children = children == null ? new LinkedHashSet<>() : children;
        children.add(child);
      }
    } finally {
      lock.unlock();
    }
    if (already != null) {
      child.cancel(inherited(already));
    } else if (above != null) {
      child.moveTo(above);
    }
  }

  private void moveTo(Cancellation above) {
    boolean gone;
    lock.lock();
    try {
      parent = above;
      gone = closed;
    } finally {
      lock.unlock();
    }
    if (!gone) {
      above.adopt(this);
      // The other party: a close that found the new parent before it had taken this in.
      if (isClosed()) {
        above.forget(this);
      }
    }
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** {@return what stopped this, if anything did} */
  public Optional<Stop> stop() {
    return Optional.ofNullable(stop);
  }

  /** {@return true once this, or what it belongs to, was stopped} */
  public boolean isCancelled() {
    return stop != null;
  }

  /** Throws where this was stopped, so that a loop can end itself. */
  public void throwIfCancelled() {
    var why = stop;
    if (why != null) {
      throw new StoppedException(why.text());
    }
  }

  /**
   * Stops this and every descendant: their flags first, then the hooks.
   *
   * @return true for the one caller that stopped it; false where it was stopped or closed before
   */
  public boolean cancel(Stop why) {
    var run = new ArrayList<Runnable>();
    boolean first = mark(why, run);
    run.forEach(Runnable::run);
    return first;
  }

  private boolean mark(Stop why, List<Runnable> run) {
    Set<Hook> mine;
    Set<Cancellation> below;
    lock.lock();
    try {
      if (stop != null || closed) {
        return false;
      }
      stop = why;
      mine = hooks == null ? Set.of() : hooks;
      below = children == null ? Set.of() : children;
      hooks = null;
      children = null;
    } finally {
      lock.unlock();
    }
    for (var hook : mine) {
      run.add(() -> hook.run(why));
    }
    for (var child : below) {
      child.mark(inherited(why), run);
    }
    return true;
  }

  private static Stop inherited(Stop why) {
    return why instanceof Stop.Cancelled(Cause cause, _) && cause == Cause.PARENT
        ? why
        : new Stop.Cancelled(Cause.PARENT, why.text());
  }

  /**
   * Has {@code action} run when this is stopped: at once, on this thread, if it already is.
   *
   * @return closing it takes the hook back
   */
  public Registration onCancel(Consumer<Stop> action) {
    var hook = new Hook(this, action);
    Stop already;
    lock.lock();
    try {
      already = stop;
      if (already == null && !closed) {
        hooks = hooks == null ? new LinkedHashSet<>() : hooks;
        hooks.add(hook);
      }
    } finally {
      lock.unlock();
    }
    if (already != null) {
      hook.run(already);
    }
    return hook;
  }

  /**
   * Ends this without stopping anything: its hooks will never run, its parent forgets it and takes
   * over the children that have not ended, so that a stop from above still reaches them.
   */
  @Override
  public void close() {
    Set<Cancellation> left;
    Cancellation above;
    lock.lock();
    try {
      closed = true;
      hooks = null;
      left = children == null ? Set.of() : children;
      children = null;
      above = parent;
    } finally {
      lock.unlock();
    }
    if (above != null) {
      left.forEach(child -> child.moveTo(above));
      above.forget(this);
    }
  }

  private void forget(Cancellation child) {
    lock.lock();
    try {
      if (children != null) {
        children.remove(child);
      }
    } finally {
      lock.unlock();
    }
  }

  /** What {@link #onCancel} gives: closing it takes the hook back, if it has not run. */
  @FunctionalInterface
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  private record Hook(Cancellation owner, Consumer<Stop> action) implements Registration {
    void run(Stop why) {
      try {
        action.accept(why);
      } catch (RuntimeException | Error e) {
        System.getLogger(Cancellation.class.getName())
            .log(Level.WARNING, "A cancel hook failed", e);
      }
    }

    @Override
    public void close() {
      owner.lock.lock();
      try {
        if (owner.hooks != null) {
          owner.hooks.remove(this);
        }
      } finally {
        owner.lock.unlock();
      }
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }
}
