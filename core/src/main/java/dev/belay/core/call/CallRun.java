package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.cancel.Stop;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.time.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs one call, and reaps its work if it was stopped.
 *
 * <p>A run is a sequence of legs: parts that may wait run on a virtual thread of their own, parts
 * that compute run on a {@link Workers.Worker}, and each leg hands over to the other kind as the
 * next gate, or the work, needs it. Most runs are one leg.
 *
 * <p>Concurrency: {@code lock} guards the thread of the present leg. Only {@link #reap} interrupts
 * that thread, only after another thread settled the call, and only within the leg; so an interrupt
 * never hits the part that answers waiters, or the next task of a worker. Unmarked fields belong to
 * the present leg.
 */
final class CallRun {
  private final Governor governor;
  private final Call call;
  private final Work work;
  private final Ledger ledger;
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private final Passes passes = new Passes();
  private final StopOrder stopOrder;
  private final CompletableFuture<Boolean> recorded = new CompletableFuture<>();
  private final ReentrantLock lock = new ReentrantLock();

  /** The thread of the present leg; null between legs and after the last. */
  @GuardedBy("lock") private @Nullable Thread thread;

  /** The present leg, if it runs on a worker. */
  @GuardedBy("lock") private @Nullable WorkerLeg onWorker;

  private volatile boolean begun;

  /** Index of the next gate. */
  private int next;

  /** Whether the call has passed a gate at which it may have waited. */
  private boolean waited;

  CallRun(Governor governor, Call call, Work work, Ledger ledger) {
    this.governor = governor;
    this.call = call;
    this.work = work;
    this.ledger = ledger;
    stopOrder = new StopOrder(governor.threads(), call.id());
  }

  void start() {
    var worker = computesNext() ? governor.workers().poll(principal()) : null;
    if (worker == null) {
      wander();
    } else {
      worker.run(new WorkerLeg(this, worker));
    }
  }

  private boolean computesNext() {
    var gates = call.request().gates();
    return next < gates.size() ? gates.get(next).computes() : work.computes();
  }

  /** Continues on a virtual thread, which may wait. */
  private void wander() {
    var own = governor.threads().newThread(() -> leg(null));
    own.setName("belay-call-" + call.id().brief() + "-" + call.info().tool());
    own.start();
  }

  /** A leg on a worker. */
  private record WorkerLeg(CallRun whole, Workers.Worker worker) implements Runnable {
    @Override
    public void run() {
      whole.leg(this);
    }
  }

  private void leg(@Nullable WorkerLeg computing) {
    enter(Thread.currentThread(), computing);
    var step = attempt(computing != null);
    enter(null, null);
    // Left behind by the work, if at all: it must not hit the ledger, a waiter or the next leg.
    var _ = Thread.interrupted();
    switch (step) {
      case Step.Wait _ -> wander();
      case Step.Compute(var worker) -> worker.run(new WorkerLeg(this, worker));
      case Step.Over(var outcome) -> finish(outcome);
    }
  }

  private void enter(@Nullable Thread runner, @Nullable WorkerLeg computing) {
    lock.lock();
    try {
      thread = runner;
      onWorker = computing;
    } finally {
      lock.unlock();
    }
  }

  private void finish(@Nullable Outcome outcome) {
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

  /** {@return the stack of the present leg, innermost frame first; empty between legs} */
  StackTraceElement[] stack() {
    Thread runner;
    lock.lock();
    try {
      runner = thread;
    } finally {
      lock.unlock();
    }
    return runner == null ? new StackTraceElement[0] : runner.getStackTrace();
  }

  /** What follows a leg. */
  private sealed interface Step {
    /** Another leg, which may wait. */
    record Wait() implements Step {}

    /** Another leg, on that worker. */
    record Compute(Workers.Worker worker) implements Step {}

    /**
     * The end of the run.
     *
     * @param outcome null if another thread settled the call before it could run
     */
    record Over(@Nullable Outcome outcome) implements Step {}
  }

  private Step attempt(boolean onWorker) {
    try {
      if (!recorded.isDone()) {
        record();
      }
      return go(onWorker);
    } catch (InterruptedException _) {
      return new Step.Over(
          call.isSettled() ? null : failed(Failure.Kind.TOOL, "The tool interrupted itself."));
    } catch (Throwable e) {
      // Errors too: a tool that runs out of stack or memory ends its call, not the program.
      return new Step.Over(outcomeOf(e));
    }
  }

  private static Outcome outcomeOf(Throwable thrown) {
    return switch (thrown) {
      case LedgerException e ->
          failed(Failure.Kind.LEDGER, "The call could not be recorded: " + e.getMessage());
      case GateRefusedException e -> e.outcome();
      case FailedException e -> new Outcome.Failed(e.failure());
      default -> new Outcome.Failed(Failure.thrown(thrown));
    };
  }

  /** Passes gates and runs the work, as far as this leg can. */
  private Step go(boolean onWorker) throws Exception {
    for (var gates = call.request().gates(); next < gates.size(); next++) {
      if (call.isSettled()) {
        return new Step.Over(null);
      }
      var gate = gates.get(next);
      if (gate.computes()) {
        if (!onWorker) {
          return new Step.Compute(worker());
        }
        compute(gate);
      } else if (onWorker && gate.mayWait()) {
        return new Step.Wait();
      } else if (gate.runs() && !begin()) {
        return new Step.Over(null);
      } else {
        pass(gate);
        waited |= gate.mayWait();
      }
    }
    if (work.computes() && !onWorker) {
      return call.isSettled() ? new Step.Over(null) : new Step.Compute(worker());
    }
    return new Step.Over(begin() ? new Outcome.Completed(work()) : null);
  }

  private Workers.Worker worker() throws InterruptedException, GateRefusedException {
    var free = governor.workers().poll(principal());
    if (free != null) {
      return free;
    }
    // After waiting for an approval or a lane, a call is not refused so soon for lack of a worker.
    var limit = waited ? call.limits().timeout() : Workers.LONGEST_WAIT;
    var gate = new WorkerGate(governor.workers(), principal(), limit);
    pass(gate);
    return gate.taken();
  }

  private String principal() {
    return call.request().caller().principal();
  }

  /** Enters a gate that computes, with the call's limits counting as they do while it runs. */
  private void compute(Gate gate) throws InterruptedException, GateRefusedException {
    if (begun) {
      enter(gate);
      return;
    }
    call.clock().start(governor.time().nanos());
    if (!call.limits().isNone()) {
      governor.rearm();
    }
    try {
      enter(gate);
    } finally {
      if (!call.isSettled()) {
        call.clock().reset();
      }
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
   * Waits at most {@code limit} until the ledger has recorded the call, or failed to, so that it
   * hears of the end last; bounded, since a ledger that hangs must not hang the waiters.
   */
  void awaitRecord(Duration limit) {
    try {
      if (!recorded.isDone()) {
        var _ = governor.time().await(recorded, limit);
      }
    } catch (InterruptedException _) {
      // Only a program that ends without waiting interrupts this thread.
      Thread.currentThread().interrupt();
    }
  }

  private static Outcome failed(Failure.Kind kind, String message) {
    return new Outcome.Failed(new Failure(kind, message));
  }

  private void pass(Gate gate) throws InterruptedException, GateRefusedException {
    if (begun || !gate.mayWait()) {
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

  /** {@return whether the call runs now; a gate may have started it} */
  private boolean begin() {
    if (begun) {
      return !call.isSettled();
    }
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

  /**
   * Stops the remaining work of a settled call step by step, and records the step that ended it.
   */
  void reap(Stop why, Duration grace) {
    call.cancellation().cancel(why);
    interrupt();
    call.stopped(stopWork(why, grace));
    passes.release();
    call.cancellation().close();
  }

  private void interrupt() {
    lock.lock();
    try {
      if (thread != null) {
        thread.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  private StopStep stopWork(Stop why, Duration grace) {
    try {
      var step = stopOrder.carryOut(why, begun ? StopStep.INTERRUPTED : StopStep.NOT_STARTED);
      if (governor.time().await(ended, grace)) {
        return step;
      }
    } catch (InterruptedException _) {
      // Only a program that ends without waiting interrupts this thread.
      Thread.currentThread().interrupt();
    }
    abandonWorker();
    governor.directory().abandon(call);
    if (ended.isDone()) {
      governor.directory().forget(call);
    }
    return StopStep.ABANDONED;
  }

  private void abandonWorker() {
    WorkerLeg computing;
    lock.lock();
    try {
      computing = onWorker;
    } finally {
      lock.unlock();
    }
    if (computing != null) {
      governor.workers().abandon(computing.worker(), computing);
    }
  }

  boolean endsProcesses() {
    return stopOrder.endsProcesses();
  }

  void stopWith(Stopping how) {
    stopOrder.give(how);
  }

  /** Carries a gate's refusal, with the gate's name, out of the loop over the gates. */
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
