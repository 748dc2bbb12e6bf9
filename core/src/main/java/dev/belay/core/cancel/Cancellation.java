package dev.belay.core.cancel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A tree of stop flags with hooks: cancelling a parent cancels every descendant, and the first stop
 * wins.
 *
 * <p>Hooks run once, in the order of their registration, on the thread that cancels; a late one
 * runs at once; a failing one does not keep the others from running. Concurrency: {@code lock}
 * guards the collections and is never held while a hook runs.
 */
public final class Cancellation implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();

  /** The parent, and the action that runs first on a stop from there; set once. */
  @GuardedBy("lock") private @Nullable Cancellation parent;

  @GuardedBy("lock") private @Nullable Consumer<Stop> own;

  @GuardedBy("lock") private @Nullable List<Hook> hooks;

  /** The newest child; each child links to its neighbours, and so leaves without a search. */
  @GuardedBy("lock") private @Nullable Cancellation lastChild;

  /** Guarded by the lock of the parent. */
  private @Nullable Cancellation before;

  private @Nullable Cancellation after;
  private boolean isLinked;

  /** A closed node stays in the tree while it has children, so that a stop still reaches them. */
  @GuardedBy("lock") private boolean closed;

  private volatile @Nullable Stop stop;

  private Cancellation() {}

  /** {@return a cancellation without a parent} */
  public static Cancellation root() {
    return new Cancellation();
  }

  /** {@return a child of this cancellation; already cancelled if this one is} */
  public Cancellation child() {
    var child = root();
    child.join(this, _ -> {});
    return child;
  }

  /**
   * Makes this a child of {@code other}, or of its nearest ancestor that is not closed; stops it at
   * once, on this thread, if that has been stopped. Called at most once.
   *
   * @param action runs before the hooks of this on a stop from above
   */
  public void join(Cancellation other, Consumer<Stop> action) {
    var above = other;
    while (above != null && !above.adopt(this, action)) {
      above = above.parent();
    }
  }

  private @Nullable Cancellation parent() {
    lock.lock();
    try {
      return parent;
    } finally {
      lock.unlock();
    }
  }

  /** {@return false if this is closed} */
  private boolean adopt(Cancellation child, Consumer<Stop> action) {
    Stop already;
    lock.lock();
    try {
      already = stop;
      if (already == null && closed) {
        return false;
      }
      child.lock.lock();
      try {
        child.own = action;
        if (already == null && !child.closed) {
          child.parent = this;
          linkLocked(child);
        }
      } finally {
        child.lock.unlock();
      }
    } finally {
      lock.unlock();
    }
    if (already != null) {
      child.stop(inherited(already), /* isOwn= */ false);
    }
    return true;
  }

  @GuardedBy("lock") private void linkLocked(Cancellation child) {
    child.before = lastChild;
    if (lastChild != null) {
      lastChild.after = child;
    }
    child.isLinked = true;
    lastChild = child;
  }

  @GuardedBy("lock") private void unlinkLocked(Cancellation child) {
    if (!child.isLinked) {
      return;
    }
    if (child.after == null) {
      lastChild = child.before;
    } else {
      child.after.before = child.before;
    }
    if (child.before != null) {
      child.before.after = child.after;
    }
    child.before = null;
    child.after = null;
    child.isLinked = false;
  }

  /** {@return the stop, if there was one} */
  public Optional<Stop> stop() {
    return Optional.ofNullable(stop);
  }

  /** {@return true once this or an ancestor was stopped} */
  public boolean isCancelled() {
    return stop != null;
  }

  /** Throws {@link StoppedException} if this was stopped, so that a loop can end itself. */
  public void throwIfCancelled() {
    var why = stop;
    if (why != null) {
      throw new StoppedException(why.text());
    }
  }

  /**
   * Stops this and every descendant: their flags first, then the hooks.
   *
   * @return true for the one caller that stopped it; false if it was stopped or closed before
   */
  public boolean cancel(Stop why) {
    return stop(why, /* isOwn= */ true);
  }

  private boolean stop(Stop why, boolean isOwn) {
    var run = new ArrayList<Runnable>();
    boolean first = mark(why, run, isOwn);
    run.forEach(Runnable::run);
    return first;
  }

  private boolean mark(Stop why, List<Runnable> run, boolean isOwn) {
    boolean first;
    List<Hook> mine = List.of();
    var below = new ArrayList<Cancellation>();
    lock.lock();
    try {
      first = stop == null && !closed;
      if (!first && (isOwn || stop != null)) {
        return false;
      }
      if (first) {
        stop = why;
        mine = hooks == null ? List.of() : hooks;
        hooks = null;
        if (own != null && !isOwn) {
          var action = own;
          run.add(() -> run(action, why));
        }
      }
      while (lastChild != null) {
        below.add(lastChild);
        unlinkLocked(lastChild);
      }
    } finally {
      lock.unlock();
    }
    for (var hook : mine) {
      run.add(() -> run(hook.action, why));
    }
    for (var child : below.reversed()) {
      child.mark(inherited(why), run, /* isOwn= */ false);
    }
    return first;
  }

  private static Stop inherited(Stop why) {
    return why instanceof Stop.Cancelled(Cause cause, _) && cause == Cause.PARENT
        ? why
        : new Stop.Cancelled(Cause.PARENT, why.text());
  }

  /**
   * Registers {@code action} to run when this is stopped; runs it at once, on this thread, if it
   * already is.
   *
   * @return a registration that removes the hook when closed
   */
  public Registration onCancel(Consumer<Stop> action) {
    var hook = new Hook(this, action);
    Stop already;
    lock.lock();
    try {
      already = stop;
      if (already == null && !closed) {
        hooks = hooks == null ? new ArrayList<>(1) : hooks;
        hooks.add(hook);
      }
    } finally {
      lock.unlock();
    }
    if (already != null) {
      run(action, already);
    }
    return hook;
  }

  /**
   * Ends this without stopping anything: its hooks will never run, and its parent drops it once it
   * has no children left.
   */
  @Override
  public void close() {
    leave(null, /* closes= */ true);
  }

  /** Removes a child, or closes this; a closed node without children leaves its parent. */
  private void leave(@Nullable Cancellation child, boolean closes) {
    Cancellation above;
    lock.lock();
    try {
      if (child != null) {
        unlinkLocked(child);
      }
      if (closes) {
        closed = true;
        hooks = null;
      }
      above = closed && lastChild == null ? parent : null;
    } finally {
      lock.unlock();
    }
    if (above != null) {
      above.leave(this, /* closes= */ false);
    }
  }

  private static void run(Consumer<Stop> action, Stop why) {
    try {
      action.accept(why);
    } catch (RuntimeException | Error e) {
      System.getLogger(Cancellation.class.getName()).log(Level.WARNING, "A cancel hook failed", e);
    }
  }

  /** A hook of {@link #onCancel}: closing it removes the hook, if it has not run. */
  @FunctionalInterface
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  private record Hook(Cancellation owner, Consumer<Stop> action) implements Registration {
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
