package dev.belay.core.turn;

import java.time.Instant;
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

  /** {@return the work of one turn} */
  static SessionWork of(Turn turn) {
    var work = turn.work();
    return new SessionWork(
        turn.startedAt(), work.asked() - work.open().size(), work.failed(), work.timedOut());
  }

  /** {@return both as one: this, and what ended after it} */
  SessionWork and(SessionWork later) {
    var tools = new TimedOutTools();
    timedOut.forEach(tools::add);
    later.timedOut.forEach(tools::add);
    return new SessionWork(
        since.isBefore(later.since) ? since : later.since,
        ended + later.ended,
        failed + later.failed,
        tools.all());
  }
}
