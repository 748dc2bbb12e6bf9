package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.cancel.Stop;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The run of one call on its own virtual thread, and the reaping of it where it was stopped.
 *
 * <p>Concurrency: the thread is interrupted only by {@link #reap}, which runs only if somebody else
 * settled the call; so an interrupt never hits the part that answers waiters. {@code lock} guards
 * the passes and the stopping.
 */
final class CallRun {
  private final Governor governor;
  private final Call call;
  private final Work work;
  private final Ledger ledger;
  private final Thread thread;
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private @Nullable List<Gate.Pass> passes;

  @GuardedBy("lock") private boolean released;

  @GuardedBy("lock") private @Nullable Stopping stopping;

  /** Set once the work is being stopped. */
  @GuardedBy("lock") private @Nullable Stop stoppedBy;

  private final CompletableFuture<Boolean> recorded = new CompletableFuture<>();
  private volatile boolean begun;

  CallRun(Governor governor, Call call, Work work, Ledger ledger) {
    this.governor = governor;
    this.call = call;
    this.work = work;
    this.ledger = ledger;
    thread = governor.threads().newThread(this::run);
    thread.setName("belay-call-" + call.id().brief() + "-" + call.info().tool());
  }

  void start() {
    thread.start();
  }

  private void run() {
    var outcome = attempt();
    // Left behind by the work, if at all: it must not hit the ledger or a waiter.
    var _ = Thread.interrupted();
    if (outcome != null && call.decide(outcome)) {
      governor.settle(call, outcome);
      releasePasses();
      call.cancellation().close();
    } else if (outcome instanceof Outcome.Completed) {
      call.trace().publish(new CallEvent.LateResult());
    }
    ended.complete(true);
    governor.directory().forget(call);
  }

  /** Null where somebody else has settled the call before it could run. */
  private @Nullable Outcome attempt() {
    try {
      record();
      for (var gate : call.request().gates()) {
        if (call.isSettled()) {
          return null;
        }
        pass(gate);
      }
      return begin() ? new Outcome.Completed(work()) : null;
    } catch (LedgerException e) {
      return failed(Failure.Kind.LEDGER, "The call could not be recorded: " + e.getMessage());
    } catch (GateRefusedException e) {
      return e.outcome();
    } catch (FailedException e) {
      return new Outcome.Failed(e.failure());
    } catch (InterruptedException _) {
      return call.isSettled() ? null : failed(Failure.Kind.TOOL, "The tool interrupted itself.");
    } catch (Throwable e) {
      // Errors too: a tool that runs out of stack or memory ends its call, not the program.
      return failed(Failure.Kind.TOOL, e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  private void record() throws LedgerException {
    try {
      ledger.accepted(call.info());
    } catch (RuntimeException e) {
      throw new LedgerException(String.valueOf(e.getMessage()));
    } finally {
      recorded.complete(true);
    }
  }

  /**
   * Waits until the ledger knows of the call, or has failed to, so that it is told of the end last;
   * no longer than {@code limit}, for a ledger that hangs must not hang the waiters.
   */
  void awaitRecord(Duration limit) {
    try {
      if (!recorded.isDone()) {
        var _ = governor.time().await(recorded, limit);
      }
    } catch (InterruptedException _) {
      // Nobody interrupts this thread but a program that is ending without waiting.
      Thread.currentThread().interrupt();
    }
  }

  private static Outcome failed(Failure.Kind kind, String message) {
    return new Outcome.Failed(new Failure(kind, message));
  }

  private void pass(Gate gate) throws InterruptedException, GateRefusedException {
    var due = Deadline.after(governor.time().nanos(), gate.limit());
    var waiting = new CallState.Waiting(gate.name());
    call.waitAt(new GateWait(waiting, due, new Outcome.Refused(gate.name(), gate.expired())));
    if (!call.advance(waiting)) {
      return;
    }
    call.trace().publish(new CallEvent.Waiting(waiting.gate()));
    if (!due.isNever()) {
      governor.rearm();
    }
    try {
      keep(gate.enter(call.info()));
    } catch (RefusedException e) {
      throw new GateRefusedException(new Outcome.Refused(gate.name(), e.reason()));
    } finally {
      call.waitAt(null);
    }
  }

  private boolean begin() {
    call.clock().start(governor.time().nanos());
    if (!call.advance(CallState.Running.RUNNING)) {
      return false;
    }
    begun = true;
    var limits = call.limits();
    call.trace().publish(new CallEvent.Running(limits.timeout(), limits.idleTimeout()));
    if (!limits.isNone()) {
      governor.rearm();
    }
    return true;
  }

  private Payload work() throws Exception {
    var context = new CallContext(call);
    return ScopedValue.where(CallContext.CURRENT, context).call(() -> work.run(context));
  }

  /** Stops what is left of a settled call, step by step, and says which step ended it. */
  void reap(Stop why, Duration grace) {
    call.cancellation().cancel(why);
    thread.interrupt();
    call.stopped(stopWork(why, grace));
    releasePasses();
    call.cancellation().close();
  }

  private StopStep stopWork(Stop why, Duration grace) {
    try {
      var step = stopElsewhere(why);
      if (governor.time().await(ended, grace)) {
        return step;
      }
    } catch (InterruptedException _) {
      // Nobody interrupts this thread but a program that is ending without waiting.
      Thread.currentThread().interrupt();
    }
    governor.directory().abandon(call);
    if (ended.isDone()) {
      governor.directory().forget(call);
    }
    return StopStep.ABANDONED;
  }

  private StopStep stopElsewhere(Stop why) throws InterruptedException {
    Stopping how;
    lock.lock();
    try {
      how = stopping;
      stoppedBy = why;
    } finally {
      lock.unlock();
    }
    var step = begun ? StopStep.INTERRUPTED : StopStep.NOT_STARTED;
    try {
      return how == null ? step : how.stop(why);
    } catch (RuntimeException e) {
      Faults.log("Stopping what a call had started failed", e);
      return step;
    }
  }

  /**
   * Keeps {@code how} for the stop; where that has come already, uses it on a thread of its own.
   */
  void stopWith(Stopping how) {
    Stop already;
    lock.lock();
    try {
      stopping = how;
      already = stoppedBy;
    } finally {
      lock.unlock();
    }
    if (already != null) {
      var late = governor.threads().newThread(() -> stopLate(how, already));
      late.setName("belay-stop-" + call.id().brief());
      late.start();
    }
  }

  private static void stopLate(Stopping how, Stop why) {
    try {
      var _ = how.stop(why);
    } catch (InterruptedException | RuntimeException e) {
      Faults.log("Stopping what a call had started failed", e);
    }
  }

  private void keep(Gate.Pass pass) {
    boolean late;
    lock.lock();
    try {
      late = released;
      if (!late) {
        passes = passes == null ? new ArrayList<>(1) : passes;
        passes.add(pass);
      }
    } finally {
      lock.unlock();
    }
    if (late) {
      pass.close();
    }
  }

  private void releasePasses() {
    List<Gate.Pass> given;
    lock.lock();
    try {
      given = passes == null ? List.of() : passes;
      passes = null;
      released = true;
    } finally {
      lock.unlock();
    }
    for (var pass : given) {
      try {
        pass.close();
      } catch (RuntimeException e) {
        Faults.log("Giving back a gate's pass failed", e);
      }
    }
  }

  /** Carries a gate's no, with the gate's name, out of the loop over the gates. */
  private static final class GateRefusedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Outcome outcome;

    GateRefusedException(Outcome outcome) {
      this.outcome = outcome;
    }

    Outcome outcome() {
      return outcome;
    }
  }
}
