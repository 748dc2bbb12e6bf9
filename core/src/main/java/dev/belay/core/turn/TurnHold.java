package dev.belay.core.turn;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Delays the end of a turn until closed, see {@link Turn#hold}.
 *
 * <p>Safe for use by many threads; closing it twice counts once.
 */
public final class TurnHold implements AutoCloseable {
  private final Turn turn;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  TurnHold(Turn turn) {
    this.turn = turn;
  }

  /** {@return the held turn} */
  public Turn turn() {
    return turn;
  }

  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      turn.release();
    }
  }
}
