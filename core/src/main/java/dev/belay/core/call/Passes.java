package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The passes that gates gave to one call, given back together; one that comes later is given back
 * at once.
 *
 * <p>Concurrency: {@code lock} guards all fields and is never held while a pass is closed.
 */
final class Passes {
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private List<Gate.Pass> given = List.of();

  @GuardedBy("lock") private boolean released;

  void keep(Gate.Pass pass) {
    boolean late;
    lock.lock();
    try {
      late = released;
      if (!late) {
        if (given.isEmpty()) {
          given = new ArrayList<>(2);
        }
        given.add(pass);
      }
    } finally {
      lock.unlock();
    }
    if (late) {
      close(pass);
    }
  }

  void release() {
    List<Gate.Pass> all;
    lock.lock();
    try {
      all = given;
      given = List.of();
      released = true;
    } finally {
      lock.unlock();
    }
    all.forEach(Passes::close);
  }

  private static void close(Gate.Pass pass) {
    try {
      pass.close();
    } catch (RuntimeException e) {
      Faults.log("Giving back a gate's pass failed", e);
    }
  }
}
