package dev.belay.observe.status;

import java.util.List;

/**
 * Status of a session as structured data (S1-75 … S1-77).
 *
 * @param turn the turn that asks
 * @param calls the number of its calls, this one included
 * @param ended the number of them that have results
 * @param open the others, except this one
 * @param session figures of all turns of the session
 * @param timedOut tools that timed out in the session
 * @param abandoned ended calls whose work goes on
 * @param health one word, as in {@code GET /health}
 * @param reasons for that word
 * @param advice on all of it
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
   * @param seconds its running time; 0 while it waits
   */
  public record Open(String toolId, String tool, boolean running, double seconds) {}

  /**
   * Figures of a session's turns.
   *
   * @param since the start of the earliest turn known
   * @param ended the number of calls that have results
   * @param failed the number of errors among them
   * @param errorRate their ratio, from 0 to 1
   */
  public record Session(String since, int ended, int failed, double errorRate) {}

  /**
   * A tool that timed out.
   *
   * @param limitSeconds the limit that ended it last
   * @param times how often
   */
  public record TimedOut(String tool, double limitSeconds, int times) {}

  /**
   * An ended call whose work ignores its stop.
   *
   * @param seconds the running time of its work
   */
  public record Abandoned(String tool, double seconds) {}

  /** Makes defensive copies. */
  public SessionReport {
    open = List.copyOf(open);
    timedOut = List.copyOf(timedOut);
    abandoned = List.copyOf(abandoned);
    reasons = List.copyOf(reasons);
    advice = List.copyOf(advice);
  }
}
