package dev.belay.core.turn;

/** What a reader of a turn's events gets. */
public sealed interface TurnReading {
  /**
   * An event.
   *
   * @param number its sequence number: 0 for the first of its turn
   */
  record Entry(long number, TurnEvent event) implements TurnReading {}

  /** {@code missed} events are lost to this reader. */
  record Gap(long missed) implements TurnReading {}
}
