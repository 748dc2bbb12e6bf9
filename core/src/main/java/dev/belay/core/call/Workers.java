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
 * The threads on which calls compute (C37): so many at once, and more while some of them only wait.
 *
 * <p>They are threads of the platform, which the system time-slices: however long one computes, all
 * others go on, and so does everything that keeps a promise on a virtual thread. One whose call has
 * ended and which does not stop is abandoned: another takes its place, up to {@code size} of them
 * for one principal. Each one more leaves one fewer for that principal, and for no other.
 *
 * <p>Principals are served in turn (C38): the next worker goes to the one that has the fewest, and
 * a principal without any gets one beyond {@code size}. None has more threads than are left after
 * it ({@link dev.belay.core.share.Shares}), with those that only wait or are abandoned.
 *
 * <p>Concurrency: {@code lock} guards the fields marked so and is never held while a thread waits
 * or a task runs. A worker is given to one call at a time, by whoever takes it out of {@code idle}
 * or makes it; it goes back by itself. Longer than other files: who has a worker, who waits and who
 * is abandoned change under one lock.
 */
public final class Workers implements AutoCloseable {
  /** What calls wait for. */
  static final String NAME = "worker";

  /**
   * How long a call waits for a worker that has waited for nothing else: less than the time that
   * HTTP grants beside its limit.
   */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

  /** The interval at which waiting workers are detected, while a call waits for one. */
  private static final Duration LOOK = Duration.ofMillis(50);

  /** How often an idle worker looks for a task before it sleeps: most tasks come close together. */
  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 200 : 0;

  private final ReentrantLock lock = new ReentrantLock();
  private final Time time;
  private final WorkerTerms terms;

  @GuardedBy("lock") private final Deque<Worker> idle = new ArrayDeque<>();

  @GuardedBy("lock") private final Set<Worker> busy = new HashSet<>();

  @GuardedBy("lock") private final FairQueue<Waiter> line;

  /** By principal; each keeps its place until it ends. */
  @GuardedBy("lock") private final Shares abandoned = new Shares(Long.MAX_VALUE);

  @GuardedBy("lock") private boolean looks;

  @GuardedBy("lock") private boolean closed;

  Workers(Time time, WorkerTerms terms) {
    this.time = time;
    this.terms = terms;
    line = new FairQueue<>(terms.inAll());
  }

  /** {@return how they do} */
  public WorkerFigures figures() {
    lock.lock();
    try {
      return new WorkerFigures(
          terms.size(), busy.size(), line.size(), (int) abandoned.held(), terms.size());
    } finally {
      lock.unlock();
    }
  }

  /** {@return a free one, for {@link Worker#run}; null if a call has to wait for it} */
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

  /** Waits for one. */
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
      // The other party: who gave it one just then.
      begun.run(() -> {});
    }
  }

  /** {@return why a call is refused that has waited for longer than {@code limit}} */
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

  /** Takes a worker away from the call that had it, if one had it still. */
  @GuardedBy("lock") private void returnLocked(Worker worker) {
    if (busy.remove(worker)) {
      line.give(worker.principal);
    }
  }

  /** Abandoned ones are replaced; those that are too many for that leave fewer for their caller. */
  @GuardedBy("lock") private int allowedLocked(String principal) {
    int gone = (int) abandoned.held(principal);
    return terms.size() - Math.max(0, gone - terms.size());
  }

  /** {@return how many of those that have a task compute; exactly, if not fewer than allowed} */
  @GuardedBy("lock") private int computingLocked(int allowed) {
    if (busy.size() < allowed) {
      return busy.size();
    }
    int computing = 0;
    for (var worker : busy) {
      // Without a task it was given to a call just now, and its thread is still parked.
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

  /** Looks again and again, while somebody waits: threads do not tell that they begin to wait. */
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

  /** Gives a worker up that goes on with {@code task} though its call has ended. */
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

  /** Ends those that have no task; the others end with theirs, and nobody gets one any more. */
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

  /** A call that waits. */
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

  /** A thread that runs one task after the other; what is said to be locked is, by the pool. */
  final class Worker {
    private final Thread thread = terms.threads().newThread(this::work);

    /** What it is to do, or does; null while it is idle, or was just given to a call. */
    private volatile @Nullable Runnable task;

    /** Whether its thread is still to be started, by whom it was given to. */
    private boolean isNew = true;

    /** Of the call that has it; locked. */
    private String principal = "";

    /** Locked. */
    private boolean isAbandoned;

    private final WorkerWatch watch = new WorkerWatch(terms.processor());

    /** Has it do {@code next}: called once by whom it was given to, from any thread. */
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
          // A waiter ran out of memory, say: the worker must not be lost with it.
          thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
        // What stopped its call, if at all: it must not hit the next one.
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
        // The lock may have taken the permit of whoever gave it a task meanwhile.
        if (task == null) {
          LockSupport.park(Workers.this);
        }
      }
    }

    /** The other party: who took it before the end, and has yet to say what to do. */
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
