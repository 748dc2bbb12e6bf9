package dev.belay.core.turn;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The work of all turns of one session (S1-76, S1-77): those of one principal, agent and session.
 *
 * @param since the start of the first counted turn
 * @param ended how many calls have results
 * @param failed how many of these are errors, without cancelled ones
 * @param timedOut the tools that reached a limit, in the order of the first time
 */
public record SessionWork(Instant since, int ended, int failed, List<TurnWork.TimedOut> timedOut) {
  /** Copies the list. */
  public SessionWork {
    timedOut = List.copyOf(timedOut);
  }

  /** {@return the sum of this and {@code later}} */
  SessionWork and(SessionWork later) {
    return new SessionWork(
        since.isBefore(later.since) ? since : later.since,
        ended + later.ended,
        failed + later.failed,
        later.timedOut.isEmpty() ? timedOut : sum(timedOut, later.timedOut));
  }

  private static List<TurnWork.TimedOut> sum(
      List<TurnWork.TimedOut> one, List<TurnWork.TimedOut> other) {
    var tools = new LinkedHashMap<String, TurnWork.TimedOut>();
    one.forEach(tool -> tool.addTo(tools));
    other.forEach(tool -> tool.addTo(tools));
    return List.copyOf(tools.values());
  }
}
