package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.share.FairQueue;
import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which calls compute (C37): a fixed number at once, and more while some of them
 * only wait.
 *
 * <p>They are platform threads, which the system time-slices: however long one computes, all others
 * go on, and so does everything that keeps a promise on a virtual thread. A worker whose call has
 * ended but whose work does not stop is abandoned: another takes its place, up to {@code size} of
 * them for one principal. Each one beyond that leaves that principal, and no other, one fewer.
 *
 * <p>Principals are served in turn (C38): the next worker goes to the one with the fewest, and a
 * principal without any gets one beyond {@code size}. No principal has more threads than remain
 * after it ({@link dev.belay.core.share.Shares}), including those that only wait or are abandoned.
 *
 * <p>Concurrency: {@code lock} guards the fields marked so and is never held while a thread waits
 * or a task runs. A worker is given to one call at a time, by the thread that takes it out of
 * {@code idle} or makes it; it returns by itself. Longer than other files: holders, waiters and
 * abandoned workers change under one lock.
 */
public final class Workers implements AutoCloseable {
  /** The name of this gate. */
  static final String NAME = "worker";

  /**
   * How long a call that has waited at no other gate waits for a worker: less than the time that
   * HTTP grants beyond its limit.
   */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

  /** The interval at which waiting workers are detected, while a call waits for one. */
  private static final Duration LOOK = Duration.ofMillis(50);

  /** How often an idle worker polls for a task before it sleeps: most tasks come close together. */
  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 200 : 0;

  private final ReentrantLock lock = new ReentrantLock();
  private final Time time;
  private final WorkerOptions terms;

  @GuardedBy("lock") private final Deque<Worker> idle = new ArrayDeque<>();

  @GuardedBy("lock") private final Set<Worker> busy = new HashSet<>();

  @GuardedBy("lock") private final FairQueue<Waiter> line;

  /** By principal; each abandoned thread keeps its place until it ends. */
  @GuardedBy("lock") private final Shares abandoned = new Shares(Long.MAX_VALUE);

  @GuardedBy("lock") private boolean looks;

  @GuardedBy("lock") private boolean closed;

  Workers(Time time, WorkerOptions terms) {
    this.time = time;
    this.terms = terms;
    line = new FairQueue<>(terms.inAll());
  }

  /** {@return the present figures} */
  public WorkerFigures figures() {
    lock.lock();
    try {
      return new WorkerFigures(
          terms.size(), busy.size(), line.size(), (int) abandoned.held(), terms.size());
    } finally {
      lock.unlock();
    }
  }

  /** {@return a free worker, for {@link Worker#run}; null if the call has to wait for one} */
  @Nullable Worker poll(String principal) {
    Worker free;
    lock.lock();
    try {
      free = line.isNext(principal) ? freeLocked(principal) : null;
    } finally {
      lock.unlock();
    }
    return begun(free);
  }

  /** Waits for a worker. */
  Worker take(String principal) throws InterruptedException, RefusedException {
    var waiter = new Waiter(Thread.currentThread(), principal);
    lock.lock();
    try {
      line.add(principal, waiter);
      admitLocked();
      lookLocked();
    } finally {
      lock.unlock();
    }
    while (waiter.given == null && waiter.refused == null) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        leave(waiter);
        throw new InterruptedException();
      }
    }
    var given = waiter.given;
    if (given == null) {
      throw new RefusedException(String.valueOf(waiter.refused));
    }
    if (begun(given) == null) {
      throw new RefusedException("The system gives Belay no thread for another worker.");
    }
    return given;
  }

  private void leave(Waiter waiter) {
    Worker given;
    lock.lock();
    try {
      var _ = line.remove(waiter.principal, waiter);
      given = waiter.given;
    } finally {
      lock.unlock();
    }
    var begun = begun(given);
    if (begun != null) {
      // Races with the thread that has just given it a worker.
      begun.run(() -> {});
    }
  }

  /** {@return the reason for refusing a call that has waited longer than {@code limit}} */
  String expired(Duration limit) {
    return "Waited longer than "
        + Seconds.text(limit)
        + "s for a worker: "
        + terms.size()
        + " other calls compute, or "
        + terms.most()
        + " wait. Call again later, or raise mcp.workers.";
  }

  /** {@return the worker, running; null if there is none, or the system gives it no thread} */
  private @Nullable Worker begun(@Nullable Worker worker) {
    if (worker != null && worker.isNew) {
      worker.isNew = false;
      try {
        worker.thread.start();
      } catch (OutOfMemoryError _) {
        lock.lock();
        try {
          returnLocked(worker);
        } finally {
          lock.unlock();
        }
        return null;
      }
    }
    return worker;
  }

  @GuardedBy("lock") private @Nullable Worker freeLocked(String principal) {
    if (closed || !mayComputeLocked(principal) || !line.take(principal)) {
      return null;
    }
    var free = idle.poll();
    if (free == null) {
      free = new Worker();
    }
    free.principal = principal;
    busy.add(free);
    return free;
  }

  @GuardedBy("lock") private boolean mayComputeLocked(String principal) {
    int allowed = allowedLocked(principal);
    return !line.holds(principal) || computingLocked(allowed) < allowed;
  }

  /** Takes a worker away from its call, if it still has one. */
  @GuardedBy("lock") private void returnLocked(Worker worker) {
    if (busy.remove(worker)) {
      line.give(worker.principal);
    }
  }

  /** Abandoned workers are replaced; those beyond that number leave their principal fewer. */
  @GuardedBy("lock") private int allowedLocked(String principal) {
    int gone = (int) abandoned.held(principal);
    return terms.size() - Math.max(0, gone - terms.size());
  }

  /** {@return the number of busy workers that compute; exact unless fewer than allowed} */
  @GuardedBy("lock") private int computingLocked(int allowed) {
    if (busy.size() < allowed) {
      return busy.size();
    }
    int computing = 0;
    for (var worker : busy) {
      // Without a task it has just been given to a call, and its thread is still parked.
      if (worker.task == null || !worker.watch.waits(worker.thread)) {
        computing++;
      }
    }
    return computing;
  }

  @GuardedBy("lock") private void admitLocked() {
    for (var principal : line.owners()) {
      var refusal = refusalLocked(principal);
      if (refusal != null) {
        for (var waiter : line.removeAll(principal)) {
          waiter.refused = refusal;
          LockSupport.unpark(waiter.thread);
        }
      }
    }
    while (!line.isEmpty()) {
      var next = line.first();
      var free = freeLocked(next.principal);
      if (free == null) {
        return;
      }
      var _ = line.remove(next.principal, next);
      next.given = free;
      LockSupport.unpark(next.thread);
    }
  }

  @GuardedBy("lock") private @Nullable String refusalLocked(String principal) {
    if (closed) {
      return "Belay is shutting down.";
    }
    return allowedLocked(principal) > 0
        ? null
        : "No worker is left for this caller: "
            + abandoned.held(principal)
            + " of its stopped calls are still running. Wait until they end, or restart Belay to"
            + " free their workers.";
  }

  /** Keeps looking while a call waits: a thread does not announce that it begins to wait. */
  @GuardedBy("lock") private void lookLocked() {
    if (!looks && !line.isEmpty()) {
      looks = true;
      var _ = time.after(LOOK, this::look);
    }
  }

  private void look() {
    lock.lock();
    try {
      looks = false;
      long now = time.nanos();
      busy.forEach(worker -> worker.watch.look(worker.thread, now));
      admitLocked();
      lookLocked();
    } finally {
      lock.unlock();
    }
  }

  /** Gives up a worker that still runs {@code task} although its call has ended. */
  void abandon(Worker worker, Runnable task) {
    lock.lock();
    try {
      if (task.equals(worker.task) && busy.remove(worker)) {
        worker.isAbandoned = true;
        var _ = abandoned.take(worker.principal, 1);
        admitLocked();
      }
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether the worker stays for another task} */
  private boolean stays(Worker worker) {
    lock.lock();
    try {
      worker.task = null;
      worker.watch.taskEnded();
      if (worker.isAbandoned) {
        abandoned.give(worker.principal, 1);
        line.give(worker.principal);
        admitLocked();
        return false;
      }
      returnLocked(worker);
      boolean stays = !closed && terms.keepsIdle() && idle.size() < terms.size();
      if (stays) {
        idle.push(worker);
      }
      admitLocked();
      return stays;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the idle workers; the others end with their tasks, and no call gets a worker any more. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      admitLocked();
      idle.forEach(worker -> LockSupport.unpark(worker.thread));
      idle.clear();
    } finally {
      lock.unlock();
    }
  }

  /** A call that waits for a worker. */
  private static final class Waiter {
    final Thread thread;
    final String principal;
    volatile @Nullable Worker given;
    volatile @Nullable String refused;

    Waiter(Thread thread, String principal) {
      this.thread = thread;
      this.principal = principal;
    }
  }

  /** A thread that runs one task after another; "locked" refers to the pool's lock. */
  final class Worker {
    private final Thread thread = terms.threads().newThread(this::work);

    /** The present task; null while idle, or just after it was given to a call. */
    private volatile @Nullable Runnable task;

    /** Whether its thread is still to be started, by the recipient. */
    private boolean isNew = true;

    /** The principal of its call; locked. */
    private String principal = "";

    /** Locked. */
    private boolean isAbandoned;

    private final WorkerWatch watch = new WorkerWatch(terms.processor());

    /** Starts {@code next}: called once by the recipient, from any thread. */
    void run(Runnable next) {
      task = next;
      LockSupport.unpark(thread);
    }

    private void work() {
      do {
        var next = next();
        if (next == null) {
          return;
        }
        try {
          next.run();
        } catch (Throwable e) {
          // For example a waiter ran out of memory: the worker must not be lost with it.
          thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
        // An interrupt that stopped its call must not hit the next one.
        var _ = Thread.interrupted();
      } while (stays(this));
    }

    private @Nullable Runnable next() {
      for (int i = 0; ; i++) {
        var next = task;
        if (next != null) {
          return next;
        }
        if (i < SPINS) {
          Thread.onSpinWait();
          continue;
        }
        if (isOver()) {
          return null;
        }
        // The lock may have consumed the permit of a thread that gave it a task meanwhile.
        if (task == null) {
          LockSupport.park(Workers.this);
        }
      }
    }

    /**
     * Races with a recipient that took the worker before the end, and has yet to give it a task.
     */
    private boolean isOver() {
      lock.lock();
      try {
        return closed && !busy.contains(this);
      } finally {
        lock.unlock();
      }
    }
  }
}
