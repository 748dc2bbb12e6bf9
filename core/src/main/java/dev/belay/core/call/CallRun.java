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
 * the passes.
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
      ledger.accepted(call.info());
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

  private static Outcome failed(Failure.Kind kind, String message) {
    return new Outcome.Failed(new Failure(kind, message));
  }

  private void pass(Gate gate) throws InterruptedException, GateRefusedException {
    var due = Deadline.after(governor.time().nanos(), gate.limit());
    call.waitAt(new GateWait(gate, due));
    if (!call.advance(new CallState.Waiting(gate.name()))) {
      return;
    }
    call.trace().publish(new CallEvent.Waiting(gate.name()));
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
      var step = begun ? StopStep.INTERRUPTED : StopStep.NOT_STARTED;
      var stopping = call.stopping();
      if (stopping != null) {
        step = stopping.stop(why);
      }
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

  private void keep(Gate.Pass pass) {
    lock.lock();
    try {
      passes = passes == null ? new ArrayList<>(1) : passes;
      passes.add(pass);
    } finally {
      lock.unlock();
    }
  }

  private void releasePasses() {
    List<Gate.Pass> released;
    lock.lock();
    try {
      released = passes == null ? List.of() : passes;
      passes = null;
    } finally {
      lock.unlock();
    }
    released.forEach(Gate.Pass::close);
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
