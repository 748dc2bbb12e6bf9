package dev.belay.observe.status;

import java.util.List;

/**
 * How one session does, as programs read it (S1-75 … S1-77).
 *
 * @param turn the turn that asks
 * @param calls how many calls it was asked for, this one included
 * @param ended how many of them have their results
 * @param open the others, but for this one
 * @param session what all turns of the session did
 * @param timedOut tools that did not end in time, in the session
 * @param abandoned calls that were given up and whose work goes on
 * @param health one word, as {@code GET /health} has it
 * @param reasons why it is no better
 * @param advice what to do about all of it
 */
public record SessionReport(
    String turn,
    int calls,
    int ended,
    List<Open> open,
    Session session,
    List<TimedOut> timedOut,
    List<Abandoned> abandoned,
    String health,
    List<String> reasons,
    List<String> advice) {
  /**
   * A call without a result.
   *
   * @param seconds how long it has run; 0 where it waits for its turn to run
   */
  public record Open(String toolId, String tool, boolean running, double seconds) {}

  /**
   * What the turns of a session did.
   *
   * @param since when the first of them began that is known
   * @param ended how many calls have their results
   * @param failed how many of them are errors
   * @param errorRate the same as a part of all, from 0 to 1
   */
  public record Session(String since, int ended, int failed, double errorRate) {}

  /**
   * A tool that did not end in time.
   *
   * @param limitSeconds the limit that ended it last
   * @param times how often it did so
   */
  public record TimedOut(String tool, double limitSeconds, int times) {}

  /**
   * A call that ended while its work would not stop.
   *
   * @param seconds how long its work has run
   */
  public record Abandoned(String tool, double seconds) {}

  /** Keeps its own lists. */
  public SessionReport {
    open = List.copyOf(open);
    timedOut = List.copyOf(timedOut);
    abandoned = List.copyOf(abandoned);
    reasons = List.copyOf(reasons);
    advice = List.copyOf(advice);
  }
}
