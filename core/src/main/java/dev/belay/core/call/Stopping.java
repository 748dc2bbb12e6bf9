package dev.belay.core.call;

import dev.belay.core.cancel.Stop;

/** How to stop work that lives outside the call's own thread. */
@FunctionalInterface
public interface Stopping {
  /**
   * Stops what the call had started, and blocks until it is known how far that went. The call's
   * waiters have their answer already.
   *
   * @return the step that ended the work
   * @throws InterruptedException when Belay itself is ending and will not wait for an answer
   */
  StopStep stop(Stop why) throws InterruptedException;

  /** {@return whether a stop would end processes of the call's own, soon and for certain} */
  default boolean endsProcesses() {
    return false;
  }
}
