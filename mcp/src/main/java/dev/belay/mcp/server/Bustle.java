package dev.belay.mcp.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many handlers run, for who wants to end a server once all are answered.
 *
 * <p>Concurrency: {@code lock} guards the fields; nobody is called under it.
 */
final class Bustle {
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private int running;

  /** Complete while nothing runs. */
  @GuardedBy("lock") private CompletableFuture<Void> quiet = CompletableFuture.completedFuture(null);

  void begins() {
    lock.lock();
    try {
      if (running++ == 0) {
        quiet = new CompletableFuture<>();
      }
    } finally {
      lock.unlock();
    }
  }

  void ends() {
    CompletableFuture<Void> over;
    lock.lock();
    try {
      if (--running > 0) {
        return;
      }
      over = quiet;
    } finally {
      lock.unlock();
    }
    over.complete(null);
  }

  CompletionStage<Void> quiet() {
    lock.lock();
    try {
      return quiet.minimalCompletionStage();
    } finally {
      lock.unlock();
    }
  }
}
