package dev.belay.core.turn;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The settings of turns.
 *
 * @param threads run what must not run on a timer
 * @param loops the thresholds of the loop detector, read as each turn begins
 * @param report receives lines for the log
 */
public record TurnOptions(
    Time time, ThreadFactory threads, Supplier<LoopLimits> loops, Consumer<String> report) {
  /** How many events of one turn are kept for readers. */
  static final int EVENTS = 10_000;

  /** Their greatest size: the stream of a model's text fits, and quotations in it are truncated. */
  static final long EVENT_BYTES = 8 << 20;

  /** The fraction of the heap for the events of all turns under way, shared fairly. */
  static final long SHARE_OF_HEAP = 8;

  /** How long a turn can be read after its end. */
  static final Duration READABLE = Duration.ofMinutes(5);

  /** How many ended turns can be read: the oldest ones are dropped. */
  static final int MOST_ENDED = 1_000;

  /** The greatest size of their events: beyond that, too, the oldest ones are dropped. */
  static final long MOST_ENDED_BYTES = 16 << 20;

  /**
   * How many sessions have a record of their work: the one whose last turn ended first is dropped.
   */
  static final int MOST_SESSIONS = 10_000;

  /** How many turns one principal may have under way; more are refused. */
  public static final int MOST_OF_ONE = 100;

  /** Interval of the events for calls that still run (S1-65). */
  static final Duration PROGRESS = Duration.ofSeconds(5);

  /** The greatest nesting depth of turns. */
  static final int DEEPEST = 16;

  /** Creates options with the same thresholds for each turn. */
  public TurnOptions(Time time, ThreadFactory threads, LoopLimits loops, Consumer<String> report) {
    this(time, threads, () -> loops, report);
  }

  /** {@return these options, with thresholds read as each turn begins} */
  public TurnOptions withLoops(Supplier<LoopLimits> other) {
    return new TurnOptions(time, threads, other, report);
  }

  /** {@return the options of a production program} */
  public static TurnOptions system(Consumer<String> report) {
    return of(Time.system(), report);
  }

  /** {@return the options of a production program whose limits go by {@code time}} */
  public static TurnOptions of(Time time, Consumer<String> report) {
    return new TurnOptions(time, Thread.ofVirtual().factory(), LoopLimits.DEFAULT, report);
  }
}
