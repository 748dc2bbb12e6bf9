package dev.belay.core.call;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;

/** Runs an action on a thread of its own, out of reach of an interrupt of the caller. */
final class Shielded {
  private Shielded() {}

  /**
   * Waits at most {@code limit} for {@code action}, then interrupts it and returns. An interrupt of
   * the caller is restored afterwards.
   *
   * @return true if it ended in time
   */
  static boolean run(
      Time time, ThreadFactory threads, String name, Duration limit, Runnable action) {
    var done = new CompletableFuture<Boolean>();
    var thread =
        threads.newThread(() -> {
          try {
            action.run();
          } finally {
            done.complete(true);
          }
        });
    thread.setName(name);
    thread.start();
    long until = time.nanos() + limit.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          boolean ended = time.await(done, Duration.ofNanos(Math.max(0, until - time.nanos())));
          if (!ended) {
            thread.interrupt();
          }
          return ended;
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
