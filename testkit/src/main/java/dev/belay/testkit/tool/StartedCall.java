package dev.belay.testkit.tool;

import dev.belay.core.call.Outcome;
import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.tools.run.RunningTool;
import dev.belay.tools.run.ToolEnd;
import dev.belay.tools.run.ToolRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A started call of a tool under test. For use by the test's thread. */
public final class StartedCall {
  /** A call without a limit that runs longer is taken for endless. */
  private static final Duration LONGEST = Duration.ofDays(30);

  private final ToolTester tester;
  private final ToolRun run;
  private final CallClient heard;
  private final long start;
  private final AtomicReference<@Nullable ToolEnd> told = new AtomicReference<>();
  private final AtomicLong endedAt = new AtomicLong();

  StartedCall(ToolTester tester, ToolRun run, CallClient heard) {
    this.tester = tester;
    this.run = run;
    this.heard = heard;
    start = tester.time().nanos();
    run.onEnd(end -> {
      endedAt.set(tester.time().nanos());
      told.set(end);
    });
  }

  /** Has the client cancel the call after that time. */
  public StartedCall cancelAfter(Duration delay) {
    return cancelAfter(delay, Cause.CLIENT, "the test");
  }

  /** Cancels the call after that time, with a cause and an author. */
  public StartedCall cancelAfter(Duration delay, Cause cause, String by) {
    var _ = tester.time().after(delay, () -> run.call().cancel(cause, by));
    return this;
  }

  /**
   * Advances time until the call, and everything that it started, has ended; returns the outcome.
   *
   * @throws AssertionError if it waits for an event that virtual time cannot bring
   */
  public ToolOutcome end() {
    var simulation = tester.simulation();
    long latest = start + LONGEST.toNanos();
    simulation.runUntil(() -> told.get() != null || simulation.nanos() - latest > 0);
    var end = told.get();
    if (end == null) {
      throw new AssertionError(
          "The call of "
              + run.call().info().tool()
              + (simulation.nanos() - latest > 0
                  ? " goes on after " + LONGEST.toDays() + " days"
                  : " waits for what virtual time cannot bring")
              + stands());
    }
    if (isStopped(end.outcome())) {
      // Known once its body has ended, or was abandoned.
      simulation.runUntil(() -> run.call().stopStep().isPresent());
    }
    simulation.runFor(Duration.ZERO);
    return new ToolOutcome(
        end,
        Duration.ofNanos(endedAt.get() - start),
        heard.beats(),
        heard.questions(),
        heard.lines(),
        events());
  }

  private static boolean isStopped(Outcome outcome) {
    return switch (outcome) {
      case Outcome.TimedOut _, Outcome.Cancelled _ -> true;
      case Outcome.Completed _, Outcome.Failed _, Outcome.Refused _ -> false;
    };
  }

  private String stands() {
    return tester.runner().running().stream()
        .filter(running -> running.tool().equals(run.call().info().tool()))
        .findFirst()
        .map(StartedCall::at)
        .orElse("");
  }

  /** {@return the innermost frame of a tool outside the JDK, as text} */
  static String at(RunningTool running) {
    return running.stack().stream()
        .filter(frame -> !frame.getClassName().startsWith("java."))
        .filter(frame -> !frame.getClassName().startsWith("jdk."))
        .filter(frame -> !frame.getClassName().startsWith("dev.belay.core."))
        .findFirst()
        .map(frame -> ", at " + frame)
        .orElse("");
  }

  private List<CallEvent> events() {
    var id = run.call().id().toString();
    var events = new ArrayList<CallEvent>();
    var reader = tester.journal().readerFromOldest();
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      if (reading instanceof Journal.Entry(_, _, var subject, var event)
          && subject.callId().equals(id)) {
        events.add(event);
      }
    }
    return events;
  }
}
