package dev.belay.gateway.call;

import dev.belay.config.ApprovalSettings;
import dev.belay.config.Concurrency;
import dev.belay.config.JobSettings;
import dev.belay.config.LaneSettings;
import dev.belay.config.Rate;
import dev.belay.config.Repeats;
import dev.belay.config.RetryOn;
import dev.belay.config.Scope;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Limits;
import dev.belay.core.turn.ToolTimeouts.Silence;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The policy for the calls of one tool: resolved once from configuration and the tool's author, and
 * the same for every door and every backend.
 *
 * @param limits their limits, before those that a call requests
 * @param silence how long they may be silent in a turn, if that is set for the tool (C5, C7)
 * @param lane the configured lane (C19)
 * @param rate how often one principal may call the tool
 * @param job whether they become jobs
 * @param estimate how long one is expected to take; null where nothing says
 * @param join what becomes of a call that repeats a job
 * @param onRestart what becomes of a job whose program was killed
 * @param approval whether people decide on them; null where nothing is set for the tool
 * @param repeats whether a call may be spared, or made again; null where nothing is said (C27)
 */
public record CallPolicy(
    EffectiveLimits limits,
    Silence silence,
    LaneSettings lane,
    Rate rate,
    JobSettings.Mode job,
    @Nullable Duration estimate,
    JobSettings.Join join,
    JobSettings.OnRestart onRestart,
    ApprovalSettings.@Nullable OfTool approval,
    @Nullable Repeats repeats) {
  /**
   * {@return the limits of a call}
   *
   * @param wish the limit that its caller requests; zero requests none (C28)
   */
  public Limits wished(Duration wish) {
    return limits.values().wished(wish);
  }

  /** {@return the policy of a call that is expected to take that long} */
  CallPolicy taking(Duration expected) {
    return new CallPolicy(
        limits, silence, lane, rate, job, expected, join, onRestart, approval, repeats);
  }

  /** {@return what a call may run beside among all clients of its server} */
  public dev.belay.core.lane.Lane ofServer() {
    return lane.concurrency() == Concurrency.EXCLUSIVE && lane.scope() == Scope.UPSTREAM
        ? new dev.belay.core.lane.Lane.Exclusive()
        : new dev.belay.core.lane.Lane.Parallel();
  }

  /**
   * {@return whether making a call once more does no harm, by configuration, else by what the tool
   * says of itself}
   */
  public boolean isSafe(boolean saysReadOnly, boolean saysIdempotent) {
    var readOnly = repeats == null ? null : repeats.readOnly();
    var idempotent = repeats == null ? null : repeats.idempotent();
    return (readOnly == null ? saysReadOnly : readOnly)
        || (idempotent == null ? saysIdempotent : idempotent);
  }

  /** {@return whether a call that failed so may be made again (S4-62)} */
  public boolean retries(Failure.Kind kind) {
    return switch (kind) {
      case UPSTREAM_CRASHED -> retriesOn(RetryOn.CRASHED);
      case UPSTREAM_UNAVAILABLE -> retriesOn(RetryOn.UNAVAILABLE);
      case UPSTREAM_PROTOCOL -> retriesOn(RetryOn.PROTOCOL);
      case OVERLOADED -> retriesOn(RetryOn.OVERLOADED);
      case TOOL, LEDGER -> false;
    };
  }

  /** {@return whether that is a reason to repeat a call} */
  public boolean retriesOn(RetryOn reason) {
    return repeats != null && repeats.on().contains(reason);
  }
}
