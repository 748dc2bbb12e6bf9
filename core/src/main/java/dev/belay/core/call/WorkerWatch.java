package dev.belay.core.call;

import java.time.Duration;

/**
 * Tells whether a busy worker computes, or only waits and is no burden.
 *
 * <p>A thread that blocks in a system call looks as if it ran: only its processor time tells the
 * difference. That is measured over half a second, since the system may leave one of many computing
 * threads without a processor for nearly as long.
 *
 * <p>Not safe for use by many threads: the pool's lock guards it.
 */
final class WorkerWatch {
  private static final Duration JUDGED_OVER = Duration.ofMillis(500);

  /** A worker whose processor time is less than this fraction of that interval has waited. */
  private static final int SHARE_OF_WAITING = 50;

  private final ProcessorTime processor;

  /** Whether it computed little between the last two looks, although its state is runnable. */
  private boolean computesLittle;

  private boolean looked;
  private long lookedAt;
  private long computedThen;

  WorkerWatch(ProcessorTime processor) {
    this.processor = processor;
  }

  /** Forgets the task that has ended; the next one is judged afresh. */
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
      // New: it has not reached its task yet.
      case NEW, RUNNABLE, TERMINATED -> false;
    };
  }

  /** Measures the processor time since the last look, if that is long enough ago. */
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
