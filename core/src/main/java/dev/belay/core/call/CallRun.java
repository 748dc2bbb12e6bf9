package dev.belay.core.call;

import dev.belay.core.cancel.Stop;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.time.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The run of one call on its own virtual thread, and the reaping of it where it was stopped.
 *
 * <p>Concurrency: the thread is interrupted only by {@link #reap}, which runs only if somebody else
 * settled the call; so an interrupt never hits the part that answers waiters.
 */
final class CallRun {
  private final Governor governor;
  private final Call call;
  private final Work work;
  private final Ledger ledger;
  private final Thread thread;
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private final Passes passes = new Passes();
  private final StopOrder stopOrder;
  private final CompletableFuture<Boolean> recorded = new CompletableFuture<>();
  private volatile boolean begun;

  CallRun(Governor governor, Call call, Work work, Ledger ledger) {
    this.governor = governor;
    this.call = call;
    this.work = work;
    this.ledger = ledger;
    stopOrder = new StopOrder(governor.threads(), call.id());
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
      passes.release();
      call.cancellation().close();
    } else if (outcome instanceof Outcome.Completed) {
      call.lateNote().write();
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
      return new Outcome.Failed(Failure.thrown(e));
    }
  }

  private void record() throws LedgerException {
    try {
      ledger.accepted(call);
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
    if (!gate.mayWait()) {
      enter(gate);
      return;
    }
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
      enter(gate);
    } finally {
      call.waitAt(null);
    }
  }

  private void enter(Gate gate) throws InterruptedException, GateRefusedException {
    try {
      passes.keep(gate.enter(call.info()));
    } catch (RefusedException e) {
      throw new GateRefusedException(new Outcome.Refused(gate.name(), e.reason()));
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
    passes.release();
    call.cancellation().close();
  }

  private StopStep stopWork(Stop why, Duration grace) {
    try {
      var step = stopOrder.carryOut(why, begun ? StopStep.INTERRUPTED : StopStep.NOT_STARTED);
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

  void stopWith(Stopping how) {
    stopOrder.give(how);
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
