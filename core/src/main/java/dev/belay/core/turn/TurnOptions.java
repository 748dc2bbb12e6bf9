package dev.belay.core.turn;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What turns are run with.
 *
 * @param threads for what a timer must not do itself
 * @param loops when a model goes in circles, asked as each turn begins
 * @param report gets a line for the log
 */
public record TurnOptions(
    Time time, ThreadFactory threads, Supplier<LoopLimits> loops, Consumer<String> report) {
  /** How many events of one turn are kept for readers. */
  static final int EVENTS = 10_000;

  /** What they may weigh: a stream of what a model says fits, and what is quoted in it is cut. */
  static final long EVENT_BYTES = 8 << 20;

  /** What the events of all turns under way may weigh: that part of the heap, shared fairly. */
  static final long SHARE_OF_HEAP = 8;

  /** How long a turn can be read after its end. */
  static final Duration READABLE = Duration.ofMinutes(5);

  /** How many ended turns can be read: the oldest ones make room. */
  static final int MOST_ENDED = 1_000;

  /** What the events of all of them may weigh: beyond that, too, the oldest ones make room. */
  static final long MOST_ENDED_BYTES = 16 << 20;

  /** Of how many sessions it is known what they did: the one that ended a turn first makes room. */
  static final int MOST_SESSIONS = 10_000;

  /** How many turns one principal may have under way: whoever wants more is turned away. */
  public static final int MOST_OF_ONE = 100;

  /** How often it is said that a call still runs (S1-65). */
  static final Duration PROGRESS = Duration.ofSeconds(5);

  /** How many turns may stand above each other. */
  static final int DEEPEST = 16;

  /** Looks for circles in the same way in each turn. */
  public TurnOptions(Time time, ThreadFactory threads, LoopLimits loops, Consumer<String> report) {
    this(time, threads, () -> loops, report);
  }

  /** {@return these, with what {@code other} says as each turn begins} */
  public TurnOptions withLoops(Supplier<LoopLimits> other) {
    return new TurnOptions(time, threads, other, report);
  }

  /** {@return the options of a program that runs for real} */
  public static TurnOptions system(Consumer<String> report) {
    return new TurnOptions(Time.system(), Thread.ofVirtual().factory(), LoopLimits.DEFAULT, report);
  }
}
