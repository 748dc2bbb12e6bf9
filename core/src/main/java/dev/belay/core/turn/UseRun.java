package dev.belay.core.turn;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.RefusedException;
import dev.belay.core.call.Reply;
import dev.belay.core.call.StopStep;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.cancel.Cause;
import dev.belay.core.lane.Lanes;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One call that a model asked for, from its being asked to its one result.
 *
 * <p>Concurrency: its call's own thread, or the one that ends it, settles it, once; a timer tells
 * that it still runs; anybody may abort it, perhaps before there is a call.
 */
final class UseRun implements CallTerms {
  private final Turn turn;
  private final TurnOptions options;
  private final ToolUse use;
  private final Runnable onSettled;
  private volatile Lanes.@Nullable Reserved place;
  private volatile @Nullable Call call;
  private volatile boolean isAborted;
  private final AtomicBoolean isOver = new AtomicBoolean();

  /** Whether it has begun, or never will. */
  private final AtomicBoolean isDecided = new AtomicBoolean();

  private volatile long begunAt;
  private volatile boolean hasBegun;
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

  TurnWork.Open open() {
    return new TurnWork.Open(id(), tool().name(), hasBegun, ran());
  }

  ToolUseResult result() {
    return Objects.requireNonNull(result);
  }

  /** Takes its place among the calls of the turn, before any of its batch is begun. */
  void reserve() {
    var reserved = turn.lanes().reserve(tool().lane());
    place = reserved;
    // The other party: an abort of it alone, which found no place to give up.
    if (isOver.get()) {
      reserved.withdraw();
    }
  }

  void start() {
    // The other party: the abort of the turn, which had to find this first.
    if (isAborted || turn.stopped().isPresent()) {
      abortUnbegun();
      return;
    }
    try {
      tool().start(this);
    } catch (RuntimeException | Error e) {
      // Errors too: what is not begun would be waited for, for ever.
      end(new Outcome.Failed(Failure.thrown(e)));
    }
  }

  /** Ends what nobody has begun: with a call there is somebody else who ends it. */
  void abortUnbegun() {
    if (call == null && isDecided.compareAndSet(false, true)) {
      end(new Outcome.Cancelled(isAborted ? Cause.USER : Cause.PARENT, ""));
    }
  }

  @Override
  public Caller caller() {
    return turn.caller();
  }

  @Override
  public Cancellation turn() {
    return turn.cancellation();
  }

  @Override
  public Gate lane() {
    return Objects.requireNonNull(place);
  }

  @Override
  public Gate begin() {
    return new BeginGate(this);
  }

  @Override
  public Limits limits() {
    return tool().limits();
  }

  @Override
  public void started(Call begun) {
    call = begun;
    // The other party: an abort that found no call, or has ended this without one.
    if (isAborted || isOver.get()) {
      var _ = begun.cancel(Cause.USER, "");
    }
    var _ = begun.attach(reply -> ended(begun, outcome(reply)));
  }

  /**
   * Ends with the call, except that a call in time-out ends with its own processes, which are being
   * killed: what comes next finds nothing of them, and the model is told (S1-74).
   */
  private void ended(Call ended, Outcome outcome) {
    if (outcome instanceof Outcome.TimedOut && ended.endsProcesses()) {
      ended.onStopped(_ -> end(outcome));
    } else {
      end(outcome);
    }
  }

  @Override
  public void refused(String reason) {
    end(new Outcome.Refused("turn", reason));
  }

  private static Outcome outcome(Reply reply) {
    return switch (reply) {
      case Reply.Final(Outcome outcome) -> outcome;
    };
  }

  /** Behind it the call runs. */
  private record BeginGate(UseRun use) implements Gate {
    @Override
    public String name() {
      return "turn";
    }

    @Override
    public boolean mayWait() {
      return false;
    }

    @Override
    public Pass enter(CallInfo call) throws RefusedException {
      if (!use.begun()) {
        throw new RefusedException("It was stopped before it began.");
      }
      return Pass.FREE;
    }
  }

  /** {@return whether it may run: it may not once it has its result (P6)} */
  private boolean begun() {
    begunAt = options.time().nanos();
    // The other party: an abort that knows of no call yet, and ends what has not begun.
    if (!isDecided.compareAndSet(false, true)) {
      return false;
    }
    hasBegun = true;
    turn.tellOf(this, new TurnEvent.ToolStarted(id(), tool().name()));
    turn.progress().begin(this);
    return true;
  }

  private Duration ran() {
    return hasBegun ? Duration.ofNanos(options.time().nanos() - begunAt) : Duration.ZERO;
  }

  /** {@return whether it still runs: then its readers have been told} */
  boolean tellsThatItRuns() {
    if (isOver.get()) {
      return false;
    }
    turn.tellOf(this, new TurnEvent.ToolProgress(id(), tool().name(), ran()));
    return true;
  }

  /** Stops it alone; false if it is over. */
  boolean abort() {
    isAborted = true;
    var running = call;
    if (running != null) {
      return running.cancel(Cause.USER, "");
    }
    boolean isOpen = !isOver.get();
    abortUnbegun();
    return isOpen;
  }

  private void end(Outcome outcome) {
    if (!isOver.compareAndSet(false, true)) {
      return;
    }
    isDecided.set(true);
    var reserved = place;
    if (reserved != null) {
      reserved.withdraw();
    }
    try {
      result = turn.settle(this, ending(outcome));
    } finally {
      try {
        tool().settled();
      } catch (RuntimeException | Error e) {
        // Whoever aborts a turn has others to end behind this one.
        options.report().accept(tool().name() + " could not be given up: " + e);
      } finally {
        onSettled.run();
      }
    }
  }

  private UseEnd ending(Outcome outcome) {
    var end = UseEnd.of(use, outcome, ran(), stopText(outcome), stopStep());
    if (end.before()
        instanceof TurnEvent.ToolTimedOut(String _, String _, ToolTimeoutError error)) {
      options.report().accept(error.logLine(turn.request().agent()));
    }
    return end;
  }

  private @Nullable StopStep stopStep() {
    var known = call;
    return known == null ? null : known.stopStep().orElse(null);
  }

  /** {@return what stands in place of the result of a call that was stopped} */
  private String stopText(Outcome outcome) {
    var cause =
        outcome instanceof Outcome.Cancelled(Cause why, String _) && !isAborted ? why : Cause.USER;
    return turn.stopped()
        .filter(_ -> !isAborted)
        .map(AbortReason::resultText)
        .orElseGet(() -> UseEnd.aborted(cause));
  }
}
