package dev.belay.core.turn;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * What the turns of one session did (S1-76, S1-77): those of one principal, agent and session.
 *
 * @param since when the first turn began that is counted
 * @param ended how many calls have their results
 * @param failed how many of these are errors; cancelled ones are not
 * @param timedOut the tools that ran into a limit, in the order of their first time
 */
public record SessionWork(Instant since, int ended, int failed, List<TurnWork.TimedOut> timedOut) {
  /** Keeps its own list. */
  public SessionWork {
    timedOut = List.copyOf(timedOut);
  }

  /** {@return both as one: this, and what ended after it} */
  SessionWork and(SessionWork later) {
    var tools = new LinkedHashMap<String, TurnWork.TimedOut>();
    timedOut.forEach(one -> one.addTo(tools));
    later.timedOut.forEach(one -> one.addTo(tools));
    return new SessionWork(
        since.isBefore(later.since) ? since : later.since,
        ended + later.ended,
        failed + later.failed,
        List.copyOf(tools.values()));
  }
}
