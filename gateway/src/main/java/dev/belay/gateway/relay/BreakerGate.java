package dev.belay.gateway.relay;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.RefusedException;
import dev.belay.gateway.breaker.Breaker;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Refuses one call to a server whose breaker is open, and reports the call's result to the breaker.
 *
 * <p>Concurrency: the thread that takes the admission reports its result.
 */
final class BreakerGate implements Gate {
  private final Breaker breaker;
  private final AtomicReference<Breaker.@Nullable Admission> admission = new AtomicReference<>();
  private volatile boolean ended;

  BreakerGate(Breaker breaker) {
    this.breaker = breaker;
  }

  @Override
  public String name() {
    return "breaker";
  }

  @Override
  public boolean mayWait() {
    return false;
  }

  @Override
  public Pass enter(CallInfo call) throws RefusedException {
    switch (breaker.enter()) {
      case Breaker.Entry.Refused(String why) -> throw new RefusedException(why);
      case Breaker.Admission admitted -> {
        var _ = admit(admitted);
      }
    }
    return Pass.FREE;
  }

  /** False if the call has ended. */
  private boolean admit(Breaker.Admission admitted) {
    admission.set(admitted);
    // Races with the end of the call, which may have found no admission to report.
    if (ended && admission.compareAndSet(admitted, null)) {
      admitted.unjudged();
    }
    return !ended;
  }

  /**
   * {@return whether the breaker admits another attempt of the call}
   *
   * @param failure the failure of its server; null if it has answered
   */
  boolean mayFollow(@Nullable String failure) {
    var before = admission.getAndSet(null);
    if (before == null) {
      return false; // The call has ended, and its end was judged.
    }
    if (failure == null) {
      before.answered();
    } else {
      before.failed(failure);
    }
    return switch (breaker.enter()) {
      case Breaker.Entry.Refused _ -> false;
      case Breaker.Admission admitted -> admit(admitted);
    };
  }

  /** The server has reported progress. */
  void progressed() {
    var admitted = admission.get();
    if (admitted != null) {
      admitted.progressed();
    }
  }

  /** The call has ended: failures of the server itself count, errors of its tools do not. */
  void ended(Outcome outcome) {
    ended = true;
    var admitted = admission.getAndSet(null);
    if (admitted != null) {
      tell(admitted, outcome);
    }
  }

  private static void tell(Breaker.Admission admitted, Outcome outcome) {
    switch (outcome) {
      case Outcome.Completed _ -> admitted.answered();
      case Outcome.Failed(Failure failure) -> {
        switch (failure.kind()) {
          case UPSTREAM_CRASHED, UPSTREAM_UNAVAILABLE, UPSTREAM_PROTOCOL ->
              admitted.failed(failure.message());
          case TOOL, OVERLOADED, LEDGER -> admitted.unjudged();
        }
      }
      case Outcome.Refused(String by, String reason) -> {
        if (by.equals(LeaseGate.NAME)) {
          admitted.failed(reason);
        } else {
          admitted.unjudged();
        }
      }
      case Outcome.TimedOut _, Outcome.Cancelled _ -> admitted.unjudged();
    }
  }
}
