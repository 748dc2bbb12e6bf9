package dev.belay.core.turn;

import java.time.Instant;

/** What a reader of a turn's events gets. */
public sealed interface TurnReading {
  /** {@return about how many bytes it takes} */
  default long weight() {
    return switch (this) {
      case Entry entry -> entry.event().weight();
      case Gap _ -> 0;
    };
  }

  /**
   * An event.
   *
   * @param number its place: 0 for the first of its turn
   */
  record Entry(long number, Instant at, TurnEvent event) implements TurnReading {}

  /** So many events are gone for this reader. */
  record Gap(long missed) implements TurnReading {}
}
