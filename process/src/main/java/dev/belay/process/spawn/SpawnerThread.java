package dev.belay.process.spawn;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;

/**
 * The one thread that starts processes; lives until the spawner is closed.
 *
 * <p>A parent-death signal is tied to the thread that forked: a child of a thread that ends dies
 * with it, however healthy both processes are.
 */
final class SpawnerThread implements Runnable {
  private static final int QUEUE = 10_000;

  private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>(QUEUE);
  private boolean isEnding;
  private volatile boolean isEnded;

  SpawnerThread() {
    Thread.ofPlatform().name("belay-spawner").daemon().start(this);
  }

  /**
   * Runs a task on this thread and waits for its result; an interrupt does not cut the wait short.
   */
  <T> T call(Callable<T> task) {
    var result = new CompletableFuture<T>();
    execute(() -> {
      try {
        result.complete(task.call());
      } catch (Exception | Error e) {
        result.completeExceptionally(e);
      }
    });
    return result.join();
  }

  /** Runs a task on this thread after all earlier ones; after its end, on the caller's. */
  void execute(Runnable task) {
    if (!tasks.offer(task)) {
      throw new RejectedExecutionException("more than " + QUEUE + " starts are waiting");
    }
    // The thread may have ended meanwhile: whichever thread dequeues the task runs it.
    if (isEnded && tasks.remove(task)) {
      task.run();
    }
  }

  /** Ends the thread once all earlier tasks are done. */
  void end() {
    execute(() -> isEnding = true);
  }

  @Override
  public void run() {
    try {
      while (!isEnding) {
        runSafely(tasks.take());
      }
    } catch (InterruptedException e) {
      // Only a JVM that is shutting down interrupts this thread.
      Thread.currentThread().interrupt();
    } finally {
      isEnded = true;
      for (var late = tasks.poll(); late != null; late = tasks.poll()) {
        runSafely(late);
      }
    }
  }

  /** A failing task must not end the thread: its children would die with it. */
  private static void runSafely(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      var thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }
}
