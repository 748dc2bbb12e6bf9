package dev.belay.core.call;

/** Measures the processor time of threads. */
@FunctionalInterface
public interface ProcessorTime {
  /** {@return the processor time of the thread in nanoseconds; negative if unknown} */
  long nanosOf(Thread thread);
}
