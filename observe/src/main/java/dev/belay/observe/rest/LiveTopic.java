package dev.belay.observe.rest;

import dev.belay.core.approval.Approvals;
import dev.belay.core.job.Job;
import dev.belay.core.job.Jobs;
import dev.belay.core.turn.TurnDetails;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.gateway.approval.ApprovalText;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Rows of one kind in {@link LiveFeed}.
 *
 * @param name of the kind, as readers know it
 * @param rows the present rows, in the order in which they are shown to new readers; asked four
 *     times a second while anybody reads, so it neither waits nor asks another process
 */
public record LiveTopic(String name, Supplier<List<LiveRow>> rows) {
  /** {@return the calls that wait for a person's decision, as their list has them} */
  static LiveTopic approvals(Approvals approvals) {
    return new LiveTopic(
        "approvals",
        () ->
            approvals.open().stream()
                .map(one ->
                    new LiveRow(one.call().id().toString(), one.call().caller().principal())
                        .all(ApprovalText.listed(one)))
                .toList());
  }

  /** {@return the open jobs: their figures are those of their calls} */
  static LiveTopic jobs(Jobs jobs) {
    return new LiveTopic("jobs", () -> jobs.listOpen().stream().map(LiveTopic::job).toList());
  }

  private static LiveRow job(Job job) {
    var row =
        new LiveRow(job.id().toString(), job.principal())
            .text("id", job.id().toString())
            .text("tool", job.tool())
            .text("upstream", job.server())
            .text("principal", job.principal());
    return switch (job.state()) {
      case Job.State.Open open -> row.text("step", open.step().name().toLowerCase(Locale.ROOT));
      case Job.State.Ended _ -> row.text("step", "ended");
    };
  }

  /** {@return the turns that run, the earliest first} */
  static LiveTopic turns(TurnRegistry turns) {
    return new LiveTopic(
        "turns", () -> turns.active().stream().map(one -> turn(turns, one)).toList());
  }

  private static LiveRow turn(TurnRegistry turns, TurnDetails turn) {
    var id = turn.turnId();
    var parent = turn.parentTurnId();
    return new LiveRow(
            id.toString(),
            turns.find(id).map(found -> found.request().caller().principal()).orElse(null))
        .text("id", id.toString())
        .text("agent", turn.agentId())
        .text("session", turn.sessionId())
        .text("parent", parent == null ? null : parent.toString())
        .text("started_at", turn.startedAt().toString())
        .text("tool", turn.currentTool())
        .number("calls", turn.toolCallCount());
  }
}
