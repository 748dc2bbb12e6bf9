package dev.belay.core.call;

import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * Runs every call with limits, heartbeats, cancellation and exactly one outcome: waiting parts on a
 * virtual thread of the call's own, computing parts on a worker.
 *
 * <p>The only way to run a tool (S0-23, S0-26): no other code reads limits or starts work.
 *
 * <p>Concurrency: the first thread to settle a call wins. A call that ended by itself is finished
 * on its own thread; one that was stopped, on a thread made for that, so that neither the sweeper
 * nor the reader of a connection ever runs a waiter or a ledger. Hooks run there too, except those
 * of a call that ends with its parent: they run on the thread that cancels the parent.
 */
public final class Governor implements AutoCloseable {
  private final GovernorOptions options;
  private final CallDirectory directory = new CallDirectory();
  private final Workers workers;
  private final Sweeper sweeper;
  private volatile boolean closed;

  /** Creates a governor; no thread or timer exists before the first call. */
  public Governor(GovernorOptions options) {
    this.options = options;
    workers = new Workers(options.time(), options.workers());
    sweeper = new Sweeper(this, directory, options.sweepEvery());
  }

  /** {@return the calls that exist} */
  public CallDirectory directory() {
    return directory;
  }

  /** {@return the journal of all calls} */
  public Journal journal() {
    return options.journal();
  }

  /** {@return the workers on which calls compute} */
  public Workers workers() {
    return workers;
  }

  Time time() {
    return options.time();
  }

  ThreadFactory threads() {
    return options.threads();
  }

  /** Accepts a call: from now on it is listed, can be cancelled, and will end exactly once. */
  public Call start(CallRequest request, Work work) {
    return start(request, work, _ -> {});
  }

  /**
   * Accepts a call.
   *
   * @param made receives the call before any of it begins: a waiter attached there is the first
   */
  public Call start(CallRequest request, Work work, Consumer<Call> made) {
    var earlier = request.id();
    var info =
        new CallInfo(
            earlier == null ? CallId.fresh(options.node(), options.random()) : earlier,
            request.tool(),
            request.upstream(),
            request.caller(),
            time().wall());
    var call = new Call(this, info, request);
    var run = new CallRun(this, call, work, options.ledger());
    call.ranBy(run);
    made.accept(call);
    directory.add(call);
    call.trace().publish(new CallEvent.Accepted());
    var parent = request.parent();
    if (parent != null) {
      call.cancellation().join(parent, call::endWithParent);
    }
    if (closed) {
      call.cancel(Cause.SHUTDOWN, "");
    }
    run.start();
    return call;
  }

  /** Reconsiders limits: some call has a new one. */
  void rearm() {
    sweeper.arm();
  }

  /** Returns the end of the last stall of the whole process. */
  long stallEnd() {
    return sweeper.stallEnd();
  }

  /**
   * Settles a call that has not ended by itself. Returns true for the one caller that settled it.
   */
  boolean end(Call call, Outcome outcome) {
    boolean won = call.decide(outcome);
    if (won) {
      stop(call, outcome);
    }
    return won;
  }

  /** Refuses a call that has waited at a gate for too long, unless it has just passed. */
  void expire(Call call, GateWait wait) {
    if (call.decideFrom(wait.state(), wait.expiry())) {
      stop(call, wait.expiry());
    }
  }

  private void stop(Call call, Outcome outcome) {
    var thread = threads().newThread(() -> finishStopped(call, outcome));
    thread.setName("belay-end-" + call.id().brief());
    thread.start();
  }

  /** Answers the waiters first, then reaps the remaining work. */
  private void finishStopped(Call call, Outcome outcome) {
    var asked = call.request().grace();
    var grace = asked == null ? options.grace() : asked;
    call.run().awaitRecord(grace);
    settle(call, outcome);
    call.run().reap(stopOf(outcome), grace);
  }

  /** Records the outcome and tells all waiters. */
  void settle(Call call, Outcome outcome) {
    var waited = call.waited();
    var ran = call.elapsed();
    var told = recorded(call, outcome);
    directory.remove(call);
    call.trace().publish(settled(told, waited, ran));
    call.waiters().settle(told);
  }

  private static CallEvent settled(Outcome outcome, Duration waited, Duration ran) {
    var by = outcome instanceof Outcome.Cancelled(Cause _, String who) ? who : "";
    return new CallEvent.Settled(outcome.word(), outcome.detail(), by, waited, ran);
  }

  private Outcome recorded(Call call, Outcome outcome) {
    try {
      options.ledger().settled(call, outcome);
      return outcome;
    } catch (LedgerException | RuntimeException e) {
      var failed =
          new Outcome.Failed(
              new Failure(
                  Failure.Kind.LEDGER,
                  "The call ended as "
                      + outcome.word()
                      + ", but that could not be recorded: "
                      + e.getMessage()));
      call.revise(failed);
      return failed;
    }
  }

  private static Stop stopOf(Outcome outcome) {
    return switch (outcome) {
      case Outcome.TimedOut timedOut -> new Stop.LimitReached(timedOut.limit().text());
      case Outcome.Cancelled(Cause cause, String by) -> new Stop.Cancelled(cause, by);
      case Outcome.Refused refused -> new Stop.Cancelled(Cause.PARENT, refused.by());
      case Outcome.Completed _, Outcome.Failed _ -> new Stop.Cancelled(Cause.PARENT, "");
    };
  }

  /**
   * Cancels every call, cause <em>shutdown</em>, and prevents new ones from running. Does not wait.
   */
  @Override
  public void close() {
    closed = true;
    for (var call : List.copyOf(directory.calls())) {
      call.cancel(Cause.SHUTDOWN, "");
    }
    workers.close();
  }

  /** {@return the grace period of stopped work whose request sets none} */
  public Duration grace() {
    return options.grace();
  }
}
