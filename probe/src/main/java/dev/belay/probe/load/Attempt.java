package dev.belay.probe.load;

import org.jspecify.annotations.Nullable;

/** One of very many equal things that are measured; run by many threads at once. */
@FunctionalInterface
public interface Attempt {
  /** {@return why it failed, for people; null if it worked} */
  @Nullable String run() throws InterruptedException;
}
