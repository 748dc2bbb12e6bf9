package dev.belay.core.call;

import dev.belay.core.cancel.Stop;

/** Stops work outside the call's own thread. */
@FunctionalInterface
public interface Stopping {
  /**
   * Stops this work, and blocks until it is known how far that went. The call's waiters already
   * have their answer.
   *
   * @return the step that ended the work
   * @throws InterruptedException if Belay itself is ending and will not wait for an answer
   */
  StopStep stop(Stop why) throws InterruptedException;

  /** {@return whether a stop ends processes of the call's own, soon and for certain} */
  default boolean endsProcesses() {
    return false;
  }
}
