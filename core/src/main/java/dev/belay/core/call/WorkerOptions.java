package dev.belay.core.call;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ThreadFactory;

/**
 * The settings of {@link Workers}.
 *
 * @param threads makes their threads: platform threads, except in simulations
 * @param size how many calls may compute at once
 * @param most how many threads one principal may have if no other has any, including those that
 *     only wait and those that are abandoned; there are twice as many in all
 * @param keepsIdle whether up to {@code size} idle workers stay for the next call
 * @param processor measures the processor time of the threads
 */
public record WorkerOptions(
    ThreadFactory threads, int size, int most, boolean keepsIdle, ProcessorTime processor) {
  /** The least number of workers, regardless of the number of processors. */
  public static final int LEAST = 16;

  private static final int EACH = 4;
  private static final int LEAST_THREADS = 512;
  private static final int THREADS_EACH = 8;

  /** Checks that at least one call can run. */
  public WorkerOptions {
    if (size < 1 || most < size) {
      throw new IllegalArgumentException(size + " workers of at most " + most);
    }
  }

  /** {@return the greatest number of threads: one principal alone has half of them} */
  long inAll() {
    return 2L * most;
  }

  /** {@return the default number of workers: 4 per processor, at least 16} */
  public static int usual() {
    return Math.max(LEAST, EACH * Runtime.getRuntime().availableProcessors());
  }

  /**
   * {@return that many workers on platform threads; up to 512, or 8 times as many, for a principal}
   */
  public static WorkerOptions platform(int size) {
    return new WorkerOptions(
        Thread.ofPlatform()
            .name("belay-worker-", 1)
            .daemon()
            // Those of an arbitrary first call, which another call's worker must not see.
            .inheritInheritableThreadLocals(false)
            .factory(),
        size,
        Math.max(LEAST_THREADS, THREADS_EACH * size),
        /* keepsIdle= */ true,
        thread -> Processor.nanosOf(thread));
  }

  /** {@return the default number of workers on {@code threads}, which end with their calls} */
  public static WorkerOptions within(ThreadFactory threads) {
    return new WorkerOptions(
        threads, LEAST, LEAST_THREADS, /* keepsIdle= */ false, thread -> Processor.nanosOf(thread));
  }

  /** A class of its own, so that it is loaded only when a call has to wait for a worker. */
  private static final class Processor {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    static long nanosOf(Thread thread) {
      return !thread.isVirtual() && THREADS.isThreadCpuTimeSupported()
          ? THREADS.getThreadCpuTime(thread.threadId())
          : -1;
    }
  }
}
