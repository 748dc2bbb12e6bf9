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
 * Where one call is turned back from a server that fails call after call, and what came of it is
 * told the breaker.
 *
 * <p>Concurrency: whoever takes the admission away tells what became of it.
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
    // The other party: the end of the call, which may have seen nothing to tell.
    if (ended && admission.compareAndSet(admitted, null)) {
      admitted.unjudged();
    }
    return !ended;
  }

  /**
   * {@return whether a call may make another attempt, or its server is to be left alone}
   *
   * @param failure how its server failed; null where it has answered
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

  /** The call has ended: only what the server itself did counts, not what its tools say. */
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
