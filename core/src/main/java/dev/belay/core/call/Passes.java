package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The passes held by one call, released together; a pass that arrives after that is released at
 * once.
 *
 * <p>Concurrency: {@code lock} guards all fields and is never held while a pass is closed.
 */
final class Passes {
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private Gate.@Nullable Pass given;

  @GuardedBy("lock") private boolean released;

  /** A pair of passes. */
  private record Both(Gate.Pass first, Gate.Pass second) implements Gate.Pass {
    @Override
    public void close() {
      Passes.close(first);
      Passes.close(second);
    }
  }

  void keep(Gate.Pass pass) {
    boolean late;
    lock.lock();
    try {
      late = released;
      if (!late && !pass.equals(Gate.Pass.FREE)) {
        given = given == null ? pass : new Both(given, pass);
      }
    } finally {
      lock.unlock();
    }
    if (late) {
      close(pass);
    }
  }

  void release() {
    Gate.Pass all;
    lock.lock();
    try {
      all = given;
      given = null;
      released = true;
    } finally {
      lock.unlock();
    }
    if (all != null) {
      close(all);
    }
  }

  private static void close(Gate.Pass pass) {
    try {
      pass.close();
    } catch (RuntimeException e) {
      Faults.log("Giving back a gate's pass failed", e);
    }
  }
}
