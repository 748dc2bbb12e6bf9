package dev.belay.core.call;

import java.time.Duration;

/**
 * Tells whether a worker that has a task computes, or only waits, and is no burden then.
 *
 * <p>Blocking in a system call looks like running: only the processor knows better. It is asked
 * over half a second, for the system may leave one of many computing threads without a processor
 * for nearly as long.
 *
 * <p>Not safe for use by many threads: the pool's lock guards it.
 */
final class WorkerWatch {
  private static final Duration JUDGED_OVER = Duration.ofMillis(500);

  /** A worker that used less than this part of that time as processor time has waited. */
  private static final int SHARE_OF_WAITING = 50;

  private final ProcessorTime processor;

  /** Whether it computed little between the last two looks, though it is said to run. */
  private boolean computesLittle;

  private boolean looked;
  private long lookedAt;
  private long computedThen;

  WorkerWatch(ProcessorTime processor) {
    this.processor = processor;
  }

  /** It has no task any more, and the next one is another matter. */
  void taskEnded() {
    computesLittle = false;
    looked = false;
  }

  boolean waits(Thread thread) {
    return computesLittle || isParked(thread.getState());
  }

  private static boolean isParked(Thread.State state) {
    return switch (state) {
      case BLOCKED, WAITING, TIMED_WAITING -> true;
      // New: it has not come to its task yet.
      case NEW, RUNNABLE, TERMINATED -> false;
    };
  }

  /** Looks at what the thread has computed since the last look, if that is long enough ago. */
  void look(Thread thread, long now) {
    long passed = now - lookedAt;
    if (looked && passed < JUDGED_OVER.toNanos()) {
      return;
    }
    long computed = processor.nanosOf(thread);
    computesLittle =
        looked && computed >= 0 && (computed - computedThen) * SHARE_OF_WAITING < passed;
    looked = true;
    lookedAt = now;
    computedThen = computed;
  }
}
