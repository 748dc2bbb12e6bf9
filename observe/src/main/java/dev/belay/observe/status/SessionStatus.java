package dev.belay.observe.status;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallDirectory;
import dev.belay.core.turn.SessionWork;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnId;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.observe.health.HealthSummary;
import dev.belay.observe.status.SessionReport.Abandoned;
import dev.belay.observe.status.SessionReport.Open;
import dev.belay.observe.status.SessionReport.Session;
import dev.belay.observe.status.SessionReport.TimedOut;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.declare.DefinedTool;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.result.ToolResult;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tool that shows a model the status of its session: running calls, timeouts, abandoned calls, and
 * the health of the servers (S1-75 … S1-77). It sees turns and calls of its own principal alone.
 *
 * <p>Safe for use by many threads.
 *
 * @param calls all calls, to find those whose work goes on
 * @param health of the servers, queried in each call
 */
public record SessionStatus(
    TurnRegistry turns, CallDirectory calls, Supplier<HealthSummary> health) {
  /** The name of the tool. */
  public static final String NAME = "session_status";

  /** {@return the tool, which takes no arguments} */
  public DefinedTool tool() {
    return Tools.define(NAME)
        .title("Session status")
        .description(
            "Says how this session does: the calls of this turn and which of them run, tools that"
                + " timed out, work that was given up but goes on, whether the servers are well,"
                + " and what to do about it. Takes no arguments.")
        .readOnly()
        .handle(this::answer);
  }

  private ToolResult answer(ToolCall call) {
    var info = call.context().info();
    var turn = turn(info.caller().turnId(), call.principal());
    if (turn == null) {
      return ToolResult.error(
          "session_status tells of the turn that it is called in, and this call belongs to none.");
    }
    var report = report(turn);
    return ToolResult.text(ReportText.of(report), report);
  }

  private @Nullable Turn turn(@Nullable String id, String principal) {
    return id == null
        ? null
        : turns
            .find(new TurnId(id))
            .filter(turn -> turn.request().caller().principal().equals(principal))
            .orElse(null);
  }

  private SessionReport report(Turn turn) {
    var work = turn.work();
    var open =
        work.open().stream()
            .filter(one -> !one.tool().equals(NAME))
            .map(one -> new Open(one.toolId(), one.tool(), one.isRunning(), seconds(one.ran())))
            .toList();
    var session = turns.session(turn);
    var timedOut =
        session.timedOut().stream()
            .map(one -> new TimedOut(one.tool(), seconds(one.limit()), one.times()))
            .toList();
    var principal = turn.request().caller().principal();
    var abandoned =
        calls.abandoned().stream()
            .filter(call -> call.info().caller().principal().equals(principal))
            .map(SessionStatus::abandoned)
            .toList();
    var now = health.get();
    return new SessionReport(
        turn.id().text(),
        work.asked(),
        work.asked() - work.open().size(),
        open,
        summed(session),
        timedOut,
        abandoned,
        now.status(),
        now.reasons(),
        Advice.of(open, timedOut, abandoned, now));
  }

  private static Session summed(SessionWork work) {
    double rate = work.ended() == 0 ? 0 : (double) work.failed() / work.ended();
    return new Session(
        work.since().truncatedTo(ChronoUnit.SECONDS).toString(),
        work.ended(),
        work.failed(),
        Math.round(rate * 1_000) / 1_000.0);
  }

  private static Abandoned abandoned(Call call) {
    return new Abandoned(call.info().tool(), seconds(call.elapsed()));
  }

  /** Rounds to a tenth. */
  private static double seconds(Duration duration) {
    return Math.round(duration.toMillis() / 100.0) / 10.0;
  }
}
