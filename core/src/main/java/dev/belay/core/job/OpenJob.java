package dev.belay.core.job;

import dev.belay.core.approval.Approvals;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallState;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.OutcomeText;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.core.job.Estimator.Expected;
import dev.belay.core.job.Estimator.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call that was handed off, until the store has its end. Safe for use by many threads.
 *
 * <p>Concurrency: one thread at a time hands it off, and later ends it.
 */
final class OpenJob {
  final Call call;
  final Job job;
  private final Estimator estimator;
  private final Expected expected;
  final CompletableFuture<Job> ended = new CompletableFuture<>();

  /** Whether the store has it as it was when it was handed off, and may have its end. */
  volatile boolean isKept;

  /** How many places it takes among the jobs of its principal. */
  final long places;

  /**
   * Creates an open job.
   *
   * @param job its state at the hand-off
   * @param expected what is known of the call's duration
   * @param places how many places it takes
   */
  OpenJob(Call call, Job job, Estimator estimator, Expected expected, long places) {
    this.call = call;
    this.job = job;
    this.estimator = estimator;
    this.expected = expected;
    this.places = places;
  }

  Job now() {
    var end = ended.getNow(null);
    return end == null ? job.in(state(call, estimator, expected, attempt())) : end;
  }

  private int attempt() {
    return ((Job.State.Open) job.state()).attempt();
  }

  /** {@return how far a call is} */
  static Job.State.Open state(Call call, Estimator estimator, Expected expected, int attempt) {
    var now = call.snapshot();
    var step =
        switch (now.state()) {
          case CallState.Waiting(String gate) when gate.equals(Approvals.GATE) -> Job.Step.WAITING;
          case CallState.Accepted _, CallState.Waiting _ -> Job.Step.QUEUED;
          case CallState.Running _, CallState.Settled _ ->
              now.heldFor() == null ? Job.Step.RUNNING : Job.Step.WAITING;
        };
    boolean hasBegun = now.state() instanceof CallState.Running;
    var ran = hasBegun ? now.elapsed() : Duration.ZERO;
    return new Job.State.Open(
        step,
        now.heldFor(),
        now.elapsed(),
        now.lastWord(),
        estimator.estimate(Kind.of(call.info(), expected.shape()), ran, expected.declared()),
        attempt);
  }

  /** Compares what was estimated when it was handed off with how it ended. */
  void judge(Outcome outcome) {
    var then = (Job.State.Open) job.state();
    var estimate = then.estimate();
    if (estimate == null || estimate.runs() == 0) {
      return;
    }
    var had = then.step() == Job.Step.QUEUED ? Duration.ZERO : then.elapsed();
    var kind = Kind.of(call.info(), 0);
    switch (outcome) {
      case Outcome.Completed _ ->
          estimator.judge(kind, estimate, call.elapsed().minus(had), /* isCut= */ false);
      case Outcome.TimedOut _, Outcome.Cancelled _ ->
          estimator.judge(kind, estimate, call.elapsed().minus(had), /* isCut= */ true);
      case Outcome.Failed _, Outcome.Refused _ -> {}
    }
  }

  /**
   * {@return its end, by the outcome of its call}
   *
   * @param limits those of the tool, which name what lifts the limit that ended the call
   * @param mostResult the longest result, in bytes
   * @param errors as {@link Jobs} has it
   */
  Job.State.Ended end(
      Outcome outcome,
      EffectiveLimits limits,
      int mostResult,
      Function<Payload, @Nullable String> errors,
      Instant at) {
    var ran = call.elapsed();
    if (outcome instanceof Outcome.Completed(Payload result)) {
      return result.bytes().length <= mostResult
          ? completed(result, errors.apply(result), at, ran)
          : new Job.State.Ended(
              at,
              Job.Ending.FAILED,
              "too large",
              "The result has "
                  + result.bytes().length
                  + " bytes, and a job keeps at most "
                  + mostResult
                  + ". Ask for less at once.",
              null,
              ran);
    }
    if (outcome instanceof Outcome.Cancelled cancelled && cancelled.cause() != Cause.SHUTDOWN) {
      return cancelled(cancelled, at, ran);
    }
    if (outcome instanceof Outcome.Cancelled(Cause cause, String by)) {
      return new Job.State.Ended(
          at,
          Job.Ending.FAILED,
          cause.text(),
          (by.isEmpty() ? "Belay was shut down at " : by + " stopped it at ")
              + at
              + ", while the job ran. Check its effects before you run it again.",
          null,
          ran);
    }
    var info = call.info();
    var whose = new OutcomeText.Whose(info.tool(), info.upstream(), OutcomeText.Reporting.ANY);
    var text = OutcomeText.of(outcome, whose, limits, "");
    return new Job.State.Ended(at, ending(outcome), outcome.detail(), text, null, ran);
  }

  /** {@return the end of a job that was cancelled; by a client, which names what it has used} */
  static Job.State.Ended cancelled(Outcome.Cancelled how, Instant at, Duration ran) {
    var text =
        how.cause() == Cause.CLIENT && !how.by().isEmpty()
            ? "[CANCELLED] The client cancelled the job with " + how.by() + "."
            : OutcomeText.of(how);
    return new Job.State.Ended(at, Job.Ending.CANCELLED, how.detail(), text, null, ran);
  }

  private static Job.State.Ended completed(
      Payload result, @Nullable String error, Instant at, Duration ran) {
    return error == null
        ? new Job.State.Ended(at, Job.Ending.COMPLETED, "", "", result, ran)
        : new Job.State.Ended(at, Job.Ending.COMPLETED, Job.State.Ended.ERROR, error, result, ran);
  }

  private static Job.Ending ending(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed _ -> Job.Ending.COMPLETED;
      case Outcome.Failed _ -> Job.Ending.FAILED;
      case Outcome.TimedOut _ -> Job.Ending.TIMED_OUT;
      case Outcome.Cancelled _ -> Job.Ending.CANCELLED;
      case Outcome.Refused _ -> Job.Ending.REFUSED;
    };
  }
}
