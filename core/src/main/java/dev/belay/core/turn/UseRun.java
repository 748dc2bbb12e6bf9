package dev.belay.core.turn;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.RefusedException;
import dev.belay.core.call.Reply;
import dev.belay.core.cancel.Cause;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call that a model asked for, from its being asked to its one result.
 *
 * <p>Concurrency: its call's own thread, or the one that ends it, settles it, once; a timer tells
 * that it still runs; anybody may abort it, perhaps before there is a call.
 */
final class UseRun {
  /**
   * How it ended.
   *
   * @param arguments by which calls that ask the same are known
   * @param answer by which equal answers are known; null for a call that says nothing of loops
   * @param before what is told before the result; null for nothing
   */
  record End(
      ToolUseResult result, String arguments, @Nullable String answer, @Nullable TurnEvent before) {
    LoopVerdict verdict(LoopDetector loops) {
      return answer == null
          ? new LoopVerdict.Fine()
          : loops.ended(result.tool(), arguments, answer, result.isError());
    }
  }

  private static final String ABORTED = "[CANCELLED] Tool call aborted by user.";

  private final Turn turn;
  private final TurnOptions options;
  private final ToolUse use;
  private final Runnable onSettled;
  private volatile @Nullable Call call;
  private volatile boolean isAborted;
  private volatile boolean isOver;
  private volatile boolean hasBegun;
  private volatile Time.@Nullable Timer progress;
  private volatile @Nullable ToolUseResult result;

  UseRun(Turn turn, TurnOptions options, ToolUse use, Runnable onSettled) {
    this.turn = turn;
    this.options = options;
    this.use = use;
    this.onSettled = onSettled;
  }

  String id() {
    return use.id();
  }

  TurnTool tool() {
    return use.tool();
  }

  boolean hasBegun() {
    return hasBegun;
  }

  ToolUseResult result() {
    return Objects.requireNonNull(result);
  }

  void start() {
    if (isAborted || turn.stopped().isPresent()) {
      end(new Outcome.Cancelled(isAborted ? Cause.USER : Cause.PARENT, ""), Duration.ZERO);
      return;
    }
    Call started;
    try {
      started = tool().start(terms());
    } catch (RuntimeException e) {
      end(new Outcome.Failed(Failure.thrown(e)), Duration.ZERO);
      return;
    }
    call = started;
    if (isAborted) {
      var _ = started.cancel(Cause.USER, "");
    }
    var _ = started.attach(reply -> end(outcome(reply), started.elapsed()));
  }

  private static Outcome outcome(Reply reply) {
    return switch (reply) {
      case Reply.Final(Outcome outcome) -> outcome;
    };
  }

  private CallTerms terms() {
    var lane = new BeginGate(this, turn.lanes().gate(tool().lane()));
    return new CallTerms(turn.request().caller(), turn.cancellation(), lane, tool().limits());
  }

  /** The lane, and behind it the call begins. */
  private record BeginGate(UseRun use, Gate lane) implements Gate {
    @Override
    public String name() {
      return lane.name();
    }

    @Override
    public Pass enter(CallInfo call) throws InterruptedException, RefusedException {
      var pass = lane.enter(call);
      use.begin();
      return pass;
    }
  }

  private void begin() {
    hasBegun = true;
    turn.tellOf(this, new TurnEvent.ToolStarted(id(), tool().name()));
    tellLater(options.time().nanos());
  }

  private void tellLater(long since) {
    var timer = options.time().after(TurnOptions.PROGRESS, () -> tellThatItRuns(since));
    progress = timer;
    // The other party: the end, which found the timer before this one.
    if (isOver) {
      timer.close();
    }
  }

  private void tellThatItRuns(long since) {
    if (!isOver) {
      var elapsed = Duration.ofNanos(options.time().nanos() - since);
      turn.tellOf(this, new TurnEvent.ToolProgress(id(), tool().name(), elapsed));
      tellLater(since);
    }
  }

  /** Stops it alone; false if it is over. */
  boolean abort() {
    isAborted = true;
    var running = call;
    // The other party: its start, which has not got the call yet and looks when it has.
    return running == null ? !isOver : running.cancel(Cause.USER, "");
  }

  private void end(Outcome outcome, Duration ran) {
    isOver = true;
    var timer = progress;
    if (timer != null) {
      timer.close();
    }
    var settled = turn.settle(this, ending(outcome, hasBegun ? ran : Duration.ZERO));
    result = settled;
    onSettled.run();
  }

  private End ending(Outcome outcome, Duration ran) {
    return switch (outcome) {
      case Outcome.Completed completed -> completed(completed, ran);
      case Outcome.Failed(Failure failure) ->
          end(outcome, failure.message(), failure.message(), true, ran, null);
      case Outcome.Refused(String _, String reason) ->
          end(outcome, reason, reason, true, ran, null);
      case Outcome.TimedOut timedOut -> timedOut(timedOut, ran);
      case Outcome.Cancelled cancelled -> cancelled(cancelled, ran);
    };
  }

  private End completed(Outcome.Completed completed, Duration ran) {
    try {
      var answer = tool().read(completed.result());
      return end(completed, answer.text(), answer.fingerprint(), answer.isError(), ran, null);
    } catch (RuntimeException e) {
      var text = "The tool's result cannot be read: " + Failure.thrown(e).message();
      return end(completed, text, text, true, ran, null);
    }
  }

  private End timedOut(Outcome.TimedOut how, Duration ran) {
    var error = ToolTimeoutError.of(tool().name(), how);
    options.report().accept(error.logLine(turn.request().agent()));
    return new End(
        new ToolUseResult(id(), tool().name(), how, error.resultText(), error.summary(), true, ran),
        tool().fingerprint(),
        error.resultText(),
        new TurnEvent.ToolTimedOut(id(), tool().name(), error));
  }

  private End cancelled(Outcome.Cancelled how, Duration ran) {
    var why = turn.stopped();
    var text = isAborted || why.isEmpty() ? aborted(how.cause()) : why.get().resultText();
    return new End(
        new ToolUseResult(id(), tool().name(), how, text, text, true, ran),
        tool().fingerprint(),
        null,
        new TurnEvent.ToolCancelled(id(), tool().name(), text));
  }

  private static String aborted(Cause cause) {
    return switch (cause) {
      case USER -> ABORTED;
      case CLIENT, CLIENT_GONE -> "[CANCELLED] Tool call aborted because its client has gone.";
      case PARENT, TURN_LIMIT -> "[CANCELLED] Tool call aborted with what it belonged to.";
      case SHUTDOWN -> "[CANCELLED] Tool call aborted because Belay is ending.";
    };
  }

  private End end(
      Outcome outcome,
      String text,
      String answer,
      boolean isError,
      Duration ran,
      @Nullable TurnEvent before) {
    return new End(
        new ToolUseResult(id(), tool().name(), outcome, text, text, isError, ran),
        tool().fingerprint(),
        answer,
        before);
  }
}
