package dev.belay.core.call;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ThreadFactory;

/**
 * What {@link Workers} are built from.
 *
 * @param threads makes their threads: of the platform, but for simulations
 * @param size how many calls may compute at once
 * @param most how many threads one principal may have where no other has any, with those that only
 *     wait and those that are abandoned; twice as many are there in all
 * @param keepsIdle whether as many as {@code size} stay for the next call
 * @param processor how long their threads have computed
 */
public record WorkerTerms(
    ThreadFactory threads, int size, int most, boolean keepsIdle, ProcessorTime processor) {
  /** How many there are at least, however few processors. */
  public static final int LEAST = 16;

  private static final int EACH = 4;
  private static final int LEAST_THREADS = 512;
  private static final int THREADS_EACH = 8;

  /** Checks that one call at least can run. */
  public WorkerTerms {
    if (size < 1 || most < size) {
      throw new IllegalArgumentException(size + " workers of at most " + most);
    }
  }

  /** {@return how many threads there may be: one principal alone has half of what is shared} */
  long inAll() {
    return 2L * most;
  }

  /** {@return the number of a program that says nothing: 4 for each processor, 16 at least} */
  public static int usual() {
    return Math.max(LEAST, EACH * Runtime.getRuntime().availableProcessors());
  }

  /**
   * {@return so many on threads of the platform; up to 512, or 8 times as many, for a principal}
   */
  public static WorkerTerms platform(int size) {
    return new WorkerTerms(
        Thread.ofPlatform()
            .name("belay-worker-", 1)
            .daemon()
            // Of whichever call came first: another call's worker must not know it.
            .inheritInheritableThreadLocals(false)
            .factory(),
        size,
        Math.max(LEAST_THREADS, THREADS_EACH * size),
        /* keepsIdle= */ true,
        thread -> Processor.nanosOf(thread));
  }

  /** {@return the usual number of {@code threads}, none of which outlives its call} */
  public static WorkerTerms within(ThreadFactory threads) {
    return new WorkerTerms(
        threads, LEAST, LEAST_THREADS, /* keepsIdle= */ false, thread -> Processor.nanosOf(thread));
  }

  /** Held apart: it is loaded when a call has to wait for a worker, and not before. */
  private static final class Processor {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    static long nanosOf(Thread thread) {
      return !thread.isVirtual() && THREADS.isThreadCpuTimeSupported()
          ? THREADS.getThreadCpuTime(thread.threadId())
          : -1;
    }
  }
}
