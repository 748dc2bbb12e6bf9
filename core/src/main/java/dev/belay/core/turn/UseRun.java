package dev.belay.core.turn;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.RefusedException;
import dev.belay.core.call.Reply;
import dev.belay.core.cancel.Cause;
import dev.belay.core.lane.Lanes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call requested by a model, from the request to its one result; also the last gate before it
 * runs.
 *
 * <p>Concurrency: the non-final fields belong to {@link TurnLife}, which reads and writes them
 * under its lock. From {@link Stage#ENDED} on all but the result are constant, for the one thread
 * that has ended the call.
 */
final class UseRun implements TurnCallPolicy, Gate {
  /** The stage of the call. */
  enum Stage {
    /** It waits, or its tool is being resolved. */
    ASKED,
    /** It has passed its gates. */
    RUNNING,
    /** It has an outcome, which one thread turns into a result. */
    ENDED
  }

  private final Turn turn;
  private final ToolUse use;

  /** Its place in the lanes of the turn. */
  final Lanes.Place place;

  volatile Stage stage = Stage.ASKED;
  boolean isAborted;

  /** When it began, in nanoseconds of the turn; negative if it has not. */
  long begunAt = -1;

  /** How many progress events were due so far. */
  int told;

  @Nullable Call call;
  TurnLife.@Nullable Batch batch;
  @Nullable ToolUseResult result;

  /** Creates a call and reserves its place in the lanes, behind earlier ones. */
  UseRun(Turn turn, ToolUse use) {
    this.turn = turn;
    this.use = use;
    place = turn.lanes().reserve(use.tool().lane());
  }

  String id() {
    return use.id();
  }

  TurnTool tool() {
    return use.tool();
  }

  boolean hasBegun() {
    return begunAt >= 0;
  }

  /** {@return the running time at that moment of the turn} */
  Duration ran(long now) {
    return hasBegun() ? Duration.ofNanos(now - begunAt) : Duration.ZERO;
  }

  /** Starts its tool, unless it was stopped meanwhile. */
  void start() {
    if (stage == Stage.ASKED) {
      try {
        tool().start(this);
      } catch (RuntimeException | Error e) {
        // Errors too: a call that is not begun would be awaited for ever.
        end(new Outcome.Failed(Failure.thrown(e)));
      }
    }
  }

  @Override
  public Caller caller() {
    return turn.caller();
  }

  @Override
  public CallRequest on(CallRequest asked) {
    var limits = tool().limits();
    var total = limits.timeout();
    var own = asked.limits().timeout();
    boolean isOwnNarrower = total.isZero() || (!own.isZero() && own.compareTo(total) < 0);
    return new CallRequest(
        asked.tool(),
        asked.upstream(),
        asked.arguments(),
        isOwnNarrower ? new Limits(own, limits.idleTimeout()) : limits,
        caller(),
        around(asked.gates()),
        asked.unattended(),
        turn.cancellation(),
        asked.grace());
  }

  private List<Gate> around(List<Gate> gates) {
    if (gates.isEmpty()) {
      return List.of(place, this);
    }
    var all = new ArrayList<Gate>(gates.size() + 2);
    all.add(place);
    all.addAll(gates);
    all.add(this);
    return all;
  }

  @Override
  public String name() {
    return "turn";
  }

  @Override
  public boolean mayWait() {
    return false;
  }

  @Override
  public Pass enter(CallInfo info) throws RefusedException {
    if (!turn.life().begun(this)) {
      throw new RefusedException("It was stopped before it began.");
    }
    return Pass.FREE;
  }

  @Override
  public void started(Call begun) {
    turn.perform(turn.life().accepted(this, begun));
    var _ = begun.attach(this::replied);
  }

  /**
   * Ends with the call, except that a timed-out call ends with its own processes, which are being
   * killed: the next call finds none of them, and the model is told (S1-74).
   */
  private void replied(Reply reply) {
    switch (reply) {
      case Reply.Final(Outcome.TimedOut outcome) when call != null && call.endsProcesses() ->
          call.onStopped(_ -> end(outcome));
      case Reply.Final(var outcome) -> end(outcome);
      // A turn waits for its calls, including those handed off as jobs.
      case Reply.Handle _ -> Objects.requireNonNull(call).onEnd(this::end);
    }
  }

  @Override
  public void refused(String reason) {
    end(new Outcome.Refused("turn", reason));
  }

  private void end(Outcome outcome) {
    if (turn.life().ended(this)) {
      settle(outcome);
    }
  }

  /** Ends without having begun, as {@link TurnLife} decided. */
  void endUnbegun() {
    settle(new Outcome.Cancelled(isAborted ? Cause.USER : Cause.PARENT, ""));
  }

  private void settle(Outcome outcome) {
    place.withdraw();
    var stop = call == null ? null : call.stopStep().orElse(null);
    var answer = UseEnd.answer(use, outcome, stopText(outcome), stop);
    var error =
        outcome instanceof Outcome.TimedOut how ? ToolTimeoutError.of(tool().name(), how) : null;
    var result =
        new ToolUseResult(
            id(),
            tool().name(),
            outcome,
            answer.text(),
            error == null ? answer.text() : error.summary(),
            answer.isError(),
            turn.life().ran(this));
    var effects = turn.life().settle(this, result, seen(outcome, answer));
    try {
      if (error != null) {
        turn.options().report().accept(error.logLine(turn.request().agent()));
      }
    } finally {
      turn.perform(effects);
    }
  }

  /** {@return what is compared with other calls; null for a call that is no sign of a loop} */
  private LoopDetector.@Nullable Seen seen(Outcome outcome, ToolAnswer answer) {
    if (outcome instanceof Outcome.Cancelled) {
      return null;
    }
    try {
      return new LoopDetector.Seen(
          tool().name(), tool().fingerprint(), answer.fingerprint(), answer.isError());
    } catch (RuntimeException | Error e) {
      // The rest of the batch waits for this call to be settled.
      turn.options().report().accept(tool().name() + " cannot be compared: " + e);
      return null;
    }
  }

  /** {@return the text in place of the result of a call that was stopped} */
  private String stopText(Outcome outcome) {
    var stop = turn.life().stopped();
    if (stop != null && !isAborted) {
      return stop.resultText();
    }
    return UseEnd.aborted(
        outcome instanceof Outcome.Cancelled(var why, _) && !isAborted ? why : Cause.USER);
  }
}
