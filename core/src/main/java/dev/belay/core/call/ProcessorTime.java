package dev.belay.core.call;

/** How long threads have had a processor. */
@FunctionalInterface
public interface ProcessorTime {
  /** {@return the nanoseconds since the thread began; negative where that is not known} */
  long nanosOf(Thread thread);
}
