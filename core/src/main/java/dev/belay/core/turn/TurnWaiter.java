package dev.belay.core.turn;

import java.util.concurrent.atomic.AtomicBoolean;

/** A client that waits for a turn, until it leaves. Safe for use by many threads. */
public final class TurnWaiter {
  private final TurnWaiters all;
  private final AtomicBoolean hasLeft = new AtomicBoolean();

  TurnWaiter(TurnWaiters all) {
    this.all = all;
  }

  /**
   * Tells the turn that this client is gone. If it was the last one, and none comes for the grace
   * of the turn, the turn is aborted. Leaving twice, or after the turn's end, does nothing.
   */
  public void leave() {
    if (hasLeft.compareAndSet(false, true)) {
      all.left();
    }
  }
}
