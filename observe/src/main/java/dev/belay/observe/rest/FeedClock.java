package dev.belay.observe.rest;

import dev.belay.core.time.Time;

/** The clock of {@link LiveFeed}: seconds since the program began, so that rows have moments. */
final class FeedClock {
  private final Time time;
  private final long began;

  FeedClock(Time time) {
    this.time = time;
    began = time.nanos();
  }

  /** {@return the present moment, as JSON} */
  String now() {
    return at(time.nanos());
  }

  /** {@return a reading of {@link Time#nanos} as a moment, as JSON} */
  String at(long nanos) {
    return Double.toString(Math.floorDiv(nanos - began, 1_000_000L) / 1e3);
  }
}
