package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Processes that wait for calls to come, started and opened ahead, so that a call of its own
 * process need not wait for a start (C34).
 *
 * <p>Each call has the next one started, not beside its own beginning, with which that would
 * compete for the processors, but when it has ended or has run for {@link #AFTER}. After {@link
 * #IDLE} without a call they are ended. One that ends by itself, or cannot be started, is replaced
 * as often as {@link RestartPolicy} says.
 *
 * <p>Concurrency: {@code lock} guards all fields; nothing is started, ended or sent under it.
 */
final class Spares {
  static final Duration IDLE = Duration.ofMinutes(10);

  /** How long a call that goes on has the processors to itself; most have ended by then. */
  static final Duration AFTER = Duration.ofMillis(100);

  private final OwnProcesses processes;
  private final RestartPolicy policy = new RestartPolicy();
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Deque<Spare> ready = new ArrayDeque<>();

  /** True while one is started, or will be after a pause. */
  @GuardedBy("lock") private boolean making;

  @GuardedBy("lock") private long lastCall;

  @GuardedBy("lock") private Time.@Nullable Timer idle;

  @GuardedBy("lock") private Time.@Nullable Timer pause;

  @GuardedBy("lock") private boolean closed;

  /**
   * One of them.
   *
   * @param told what it was told, by its number
   */
  private record Spare(ServerLink link, int told) {}

  Spares(OwnProcesses processes) {
    this.processes = processes;
  }

  /** {@return one for a call; null if none is ready} */
  @Nullable ServerLink take() {
    while (true) {
      Spare spare;
      lock.lock();
      try {
        spare = ready.pollFirst();
      } finally {
        lock.unlock();
      }
      if (spare == null) {
        return null;
      }
      var link = spare.link();
      if (link.isFit() && isUpToDate(spare)) {
        return link;
      }
      processes.leave(link);
    }
  }

  private boolean isUpToDate(Spare spare) {
    var server = processes.server();
    return spare.link().server().equals(server) && spare.told() == server.replay().number();
  }

  /**
   * A call has a process, and the next one is to find one, too.
   *
   * @return to be run when the call has ended
   */
  Runnable called() {
    if (most() == 0) {
      return () -> {};
    }
    var time = processes.server().time();
    lock.lock();
    try {
      lastCall = time.nanos();
      if (idle == null && !closed) {
        idle = time.after(IDLE, this::endIfIdle);
      }
    } finally {
      lock.unlock();
    }
    var refilled = new AtomicBoolean();
    Runnable refill =
        () -> {
          if (refilled.compareAndSet(false, true)) {
            make();
          }
        };
    var timer = time.after(AFTER, refill);
    return () -> {
      timer.close();
      refill.run();
    };
  }

  private void make() {
    lock.lock();
    try {
      if (making || !isWantedLocked()) {
        return;
      }
      making = true;
    } finally {
      lock.unlock();
    }
    processes.server().background("spare", this::start);
  }

  @GuardedBy("lock") private boolean isWantedLocked() {
    return !closed && idle != null && ready.size() < most();
  }

  private void start() throws InterruptedException {
    boolean failed = false;
    ServerLink link = null;
    int told = processes.server().replay().number();
    try {
      link = processes.spare();
    } catch (Unavailable _) {
      failed = true;
    }
    if (link == null) {
      made();
      if (failed) {
        failed();
      }
      return;
    }
    keep(new Spare(link, told));
    made();
    make();
  }

  private void made() {
    lock.lock();
    try {
      making = false;
    } finally {
      lock.unlock();
    }
  }

  private void keep(Spare spare) {
    boolean kept;
    lock.lock();
    try {
      kept = isWantedLocked() && ready.add(spare);
    } finally {
      lock.unlock();
    }
    // The other party: a call that has found nothing ready, and waits for the room of this one.
    if (!kept || (processes.isShortOfRoom() && remove(spare))) {
      processes.leave(spare.link());
      return;
    }
    var _ =
        spare
            .link()
            .gone()
            .thenRun(() -> {
              if (remove(spare)) {
                failed();
              }
            });
  }

  private boolean remove(Spare spare) {
    lock.lock();
    try {
      return ready.remove(spare);
    } finally {
      lock.unlock();
    }
  }

  private void failed() {
    var time = processes.server().time();
    var wait =
        switch (policy.crashed(time.nanos())) {
          case RestartPolicy.Verdict.Again(Duration next) -> next;
          case RestartPolicy.Verdict.StayDown(Duration next) -> next;
        };
    if (wait.isZero()) {
      make();
      return;
    }
    lock.lock();
    try {
      if (making || !isWantedLocked()) {
        return;
      }
      making = true;
      pause =
          time.after(
              wait,
              () -> {
                made();
                make();
              });
    } finally {
      lock.unlock();
    }
  }

  private void endIfIdle() {
    Deque<Spare> left = new ArrayDeque<>();
    lock.lock();
    try {
      if (closed) {
        return;
      }
      var time = processes.server().time();
      var rest = IDLE.minusNanos(time.nanos() - lastCall);
      if (rest.isPositive()) {
        idle = time.after(rest, this::endIfIdle);
      } else {
        idle = null;
        left.addAll(ready);
        ready.clear();
      }
    } finally {
      lock.unlock();
    }
    left.forEach(spare -> processes.leave(spare.link()));
  }

  private int most() {
    return processes.server().settings().spares();
  }

  /** {@return how many are ready} */
  int ready() {
    lock.lock();
    try {
      return ready.size();
    } finally {
      lock.unlock();
    }
  }

  /** {@return the one that the next call gets, which must be there} */
  ServerLink first() {
    lock.lock();
    try {
      return ready.getFirst().link();
    } finally {
      lock.unlock();
    }
  }

  /** None is started any more; those that are there end with all other processes. */
  void close() {
    lock.lock();
    try {
      closed = true;
      ready.clear();
      if (idle != null) {
        idle.close();
      }
      if (pause != null) {
        pause.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
