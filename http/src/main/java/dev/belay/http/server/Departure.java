package dev.belay.http.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * What is to happen if the client leaves before its answer is complete: once, and outside the lock.
 */
final class Departure {
  private enum State {
    OPEN,
    COMPLETE,
    GONE
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Consumer<String> report;

  @GuardedBy("lock") private State state = State.OPEN;

  @GuardedBy("lock") private List<Runnable> actions = List.of();

  Departure(Consumer<String> report) {
    this.report = report;
  }

  void then(Runnable action) {
    if (addOrIsGone(action)) {
      run(action);
    }
  }

  /** The answer is complete: nobody can leave before it any more. */
  void complete() {
    var _ = settle(State.COMPLETE);
  }

  void gone() {
    settle(State.GONE).forEach(this::run);
  }

  boolean isOpen() {
    lock.lock();
    try {
      return state == State.OPEN;
    } finally {
      lock.unlock();
    }
  }

  private boolean addOrIsGone(Runnable action) {
    lock.lock();
    try {
      if (state == State.OPEN) {
        actions = actions.isEmpty() ? new ArrayList<>(2) : actions;
        actions.add(action);
      }
      return state == State.GONE;
    } finally {
      lock.unlock();
    }
  }

  private List<Runnable> settle(State next) {
    lock.lock();
    try {
      if (state != State.OPEN) {
        return List.of();
      }
      state = next;
      List<Runnable> due = actions;
      actions = List.of();
      return due;
    } finally {
      lock.unlock();
    }
  }

  private void run(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      report.accept("what follows a client's leaving failed: " + e);
    }
  }
}
