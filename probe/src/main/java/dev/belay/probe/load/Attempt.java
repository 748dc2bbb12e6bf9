package dev.belay.probe.load;

import org.jspecify.annotations.Nullable;

/** One of many equal measured attempts; run by many threads at once. */
@FunctionalInterface
public interface Attempt {
  /** {@return the reason of a failure, for people; null on success} */
  @Nullable String run() throws InterruptedException;
}
