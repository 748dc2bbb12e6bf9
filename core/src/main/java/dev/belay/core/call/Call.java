package dev.belay.core.call;

import dev.belay.core.cancel.Cancellation;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.name.ShortText;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of one tool, from acceptance to settlement, as seen from outside its work.
 *
 * <p>A call does not know its waiters: they attach and detach. Safe for use by many threads.
 *
 * <p>Longer than other files: each change of its state is a compare-and-set against the others.
 *
 * <p>Concurrency: {@code state} decides everything by compare-and-set. The thread that sets it to
 * {@code Settled} wins, and the {@link Governor} then carries out the end on a thread that may
 * block.
 */
public final class Call {
  /** The reason of a hold while the client is asked a question. */
  public static final String QUESTION = "question to the client";

  private final Governor governor;
  private final CallInfo info;
  private final CallRequest request;
  private final CallClock clock;
  private final long acceptedAt;
  private final Cancellation cancellation = Cancellation.root();
  private final Waiters waiters;
  private final AtomicReference<CallState> state =
      new AtomicReference<>(CallState.Accepted.ACCEPTED);
  private final CallTrace trace;
  private final LateNote lateNote;

  /** The present wait at a gate; meaningful in state {@code Waiting} only. */
  private volatile @Nullable GateWait gateWait;

  private volatile @Nullable Heartbeat lastWord;
  private final CompletableFuture<StopStep> stopStep = new CompletableFuture<>();
  private volatile StopEffects stopEffects = StopEffects.NONE;
  private volatile boolean timerBeats;
  private volatile int attempt = 1;
  private volatile @Nullable CallId sharedWith;

  /** Set before the call is listed, and never changed after that. */
  private @Nullable CallRun run;

  Call(Governor governor, CallInfo info, CallRequest request) {
    this.governor = governor;
    this.info = info;
    this.request = request;
    clock = new CallClock(request.limits());
    acceptedAt = governor.time().nanos();
    waiters = new Waiters(governor.time(), request.unattended(), this::leftAlone);
    trace = new CallTrace(governor.journal(), info.subject());
    lateNote = new LateNote(trace);
  }

  /** {@return the id of the call} */
  public CallId id() {
    return info.id();
  }

  /** {@return the immutable facts of the call} */
  public CallInfo info() {
    return info;
  }

  /** {@return the request that the call was made from} */
  public CallRequest request() {
    return request;
  }

  /** {@return the present state} */
  public CallState state() {
    return state.get();
  }

  /** {@return the outcome, once decided; the waiters may not have it yet} */
  public Optional<Outcome> outcome() {
    return state.get() instanceof CallState.Settled(Outcome outcome)
        ? Optional.of(outcome)
        : Optional.empty();
  }

  /** {@return the limits in force} */
  public Limits limits() {
    return clock.limits();
  }

  /** {@return the running time; zero before the call runs} */
  public Duration elapsed() {
    return clock.hasStarted()
        ? Duration.ofNanos(governor.time().nanos() - clock.startedAt())
        : Duration.ZERO;
  }

  /** {@return the time from acceptance until the call ran, or until now if it has not run yet} */
  public Duration waited() {
    var until = clock.hasStarted() ? clock.startedAt() : governor.time().nanos();
    return Duration.ofNanos(until - acceptedAt);
  }

  /** {@return the reading of the clock at its acceptance} */
  long acceptedNanos() {
    return acceptedAt;
  }

  /** {@return the present state of the call, for display} */
  public CallSnapshot snapshot() {
    return CallSnapshot.of(this);
  }

  /** {@return the last heartbeat that carried a message or a figure} */
  public Optional<Heartbeat> lastWord() {
    return Optional.ofNullable(lastWord);
  }

  /** {@return true if a timer, not progress, renews the idle limit (C17)} */
  public boolean isTimerBacked() {
    return timerBeats;
  }

  /** {@return the step at which stopping ended, once known} */
  public Optional<StopStep> stopStep() {
    return Optional.ofNullable(stopStep.getNow(null));
  }

  /**
   * {@return whether stopping ends processes of the call's own; only for a call that has started}
   */
  public boolean endsProcesses() {
    return run().endsProcesses();
  }

  /** Passes the step at which stopping ended to {@code hearer}, once known. */
  public void onStopped(Consumer<StopStep> hearer) {
    var _ = stopStep.thenAccept(hearer);
  }

  /** Waits at most {@code limit} for the stop step; returns whether it is known. */
  public boolean awaitStop(Duration limit) throws InterruptedException {
    return governor.time().await(stopStep, limit);
  }

  /** Records the effect of the stop on processes; called by the code that carries out the stop. */
  public void stopDid(StopEffects effects) {
    stopEffects = effects;
  }

  /** {@return the effects of the stop on processes so far} */
  public StopEffects stopEffects() {
    return stopEffects;
  }

  /**
   * {@return the stack of the thread that runs the work, innermost frame first; empty if there is
   * no such thread}
   */
  public List<StackTraceElement> stack() {
    return List.of(run().stack());
  }

  /**
   * Attaches a waiter: {@code onReply} is called once the call ends, or at once if it has ended.
   */
  public Waiter attach(Consumer<Reply> onReply) {
    return waiters.attach(onReply);
  }

  /**
   * Hands the call off: its waiters get {@code told} instead of its outcome, and from then on the
   * call runs without waiters.
   *
   * <p>Atomic with respect to settling, cancelling and leaving: each waiter gets one reply.
   *
   * @return false if there is no waiter: they have left, or have the outcome
   */
  public boolean handOff(Payload told) {
    return waiters.handOff(
        new Reply.Handle(told), () -> publishUnlessSettled(new CallEvent.HandedOff()));
  }

  /**
   * Passes the outcome to {@code told} before any waiter gets it; at once if it is decided.
   *
   * <p>An observer is not a waiter: the call can still be left alone. {@code told} must not block.
   */
  public void onEnd(Consumer<Outcome> told) {
    waiters.observe(told);
  }

  /**
   * Blocks until the call has ended, without becoming one of its waiters; an interrupt does not
   * affect the call.
   */
  public Outcome join() throws InterruptedException {
    var done = new CompletableFuture<Outcome>();
    onEnd(done::complete);
    while (!governor.time().await(done, Duration.ofHours(1))) {
      // Loops: the call ends by its own limits.
    }
    return done.join();
  }

  /**
   * Cancels the call.
   *
   * @param by who cancelled it, for display; may be empty
   * @return true if this cancellation ended the call
   */
  public boolean cancel(Cause cause, String by) {
    return governor.end(this, new Outcome.Cancelled(cause, by));
  }

  /**
   * Renews the idle limit from outside the call's own thread, for example on progress of an
   * upstream. A message without figures leaves the figures of the {@link #lastWord} as they are.
   *
   * @param message the progress message, truncated to the length that is kept
   * @return false once the call is settled: the heartbeat came too late
   */
  public boolean heartbeat(
      @Nullable String message, @Nullable Double done, @Nullable Double total) {
    if (isSettled()) {
      return false;
    }
    clock.beat(governor.time().nanos());
    if (message != null || done != null) {
      var said = message == null ? null : ShortText.message(message);
      var before = lastWord;
      lastWord =
          done == null && before != null
              ? new Heartbeat(elapsed(), said, before.done(), before.total())
              : new Heartbeat(elapsed(), said, done, total);
      trace.publish(new CallEvent.Beat(said, done, total));
    }
    return !isSettled();
  }

  /** {@return the note for a result that arrives after the end and is dropped (P7)} */
  public LateNote lateNote() {
    return lateNote;
  }

  /**
   * Stops the idle clock, not the total one, until the hold is closed (C17).
   *
   * @param reason as it is shown; {@link #QUESTION} while a person is awaited
   */
  public Hold hold(String reason) {
    clock.hold(reason, governor.time().nanos(), governor.stallEnd());
    publishUnlessSettled(new CallEvent.Held(reason));
    return new Hold(this, reason);
  }

  void release(String reason) {
    clock.release(reason, governor.time().nanos());
    publishUnlessSettled(new CallEvent.Released(reason));
    governor.rearm();
  }

  /** Replaces the limits; each still counts from its original start. */
  public void replaceLimits(Limits limits, String by) {
    clock.replace(limits);
    publishUnlessSettled(new CallEvent.LimitsReplaced(limits.timeout(), limits.idleTimeout(), by));
    governor.rearm();
  }

  private void publishUnlessSettled(CallEvent event) {
    if (!isSettled()) {
      trace.publish(event);
    }
  }

  /** Records a retry of the work, which begins after {@code pause}. */
  public void retries(String reason, Duration pause) {
    int next = attempt + 1;
    attempt = next;
    publishUnlessSettled(new CallEvent.Retrying(next, ShortText.message(reason), pause));
  }

  /** {@return the number of the current attempt; the first is 1} */
  public int attempt() {
    return attempt;
  }

  /** Records that the call takes the answer of {@code other}. */
  public void shares(CallId other) {
    sharedWith = other;
    publishUnlessSettled(new CallEvent.Shared(other.toString()));
  }

  /** {@return the call whose answer this one took instead of making a request of its own} */
  public Optional<CallId> sharedWith() {
    return Optional.ofNullable(sharedWith);
  }

  /** Records that the call makes a request of its own after all. */
  public void sharesNoMore() {
    sharedWith = null;
  }

  void endWithParent(Stop stop) {
    switch (stop) {
      case Stop.Cancelled(var cause, var by) -> cancel(cause, by);
      // Only the governor reports this, and by then the call has its outcome.
      case Stop.LimitReached _ -> {}
    }
  }

  private void leftAlone(Cause cause, String by) {
    cancel(cause, by);
  }

  Governor governor() {
    return governor;
  }

  void ranBy(CallRun run) {
    this.run = run;
  }

  CallRun run() {
    return Objects.requireNonNull(run);
  }

  CallClock clock() {
    return clock;
  }

  Cancellation cancellation() {
    return cancellation;
  }

  Waiters waiters() {
    return waiters;
  }

  CallTrace trace() {
    return trace;
  }

  boolean isSettled() {
    return state.get() instanceof CallState.Settled;
  }

  /** Returns true for the one caller that settled the call and must carry out its end. */
  boolean decide(Outcome outcome) {
    var settled = new CallState.Settled(outcome);
    while (true) {
      var current = state.get();
      if (current instanceof CallState.Settled) {
        return false;
      }
      if (state.compareAndSet(current, settled)) {
        return true;
      }
    }
  }

  /** Settles the call from exactly this state; returns true if it did. */
  boolean decideFrom(CallState expected, Outcome outcome) {
    return state.compareAndSet(expected, new CallState.Settled(outcome));
  }

  /** Replaces the outcome of a decided call before any waiter has it. */
  void revise(Outcome outcome) {
    state.set(new CallState.Settled(outcome));
  }

  /** Moves on unless the call is settled: a call cancelled before it starts never starts (P6). */
  boolean advance(CallState next) {
    while (true) {
      var current = state.get();
      if (current instanceof CallState.Settled) {
        return false;
      }
      if (state.compareAndSet(current, next)) {
        return true;
      }
    }
  }

  @Nullable GateWait gateWait() {
    return gateWait;
  }

  void waitAt(@Nullable GateWait wait) {
    gateWait = wait;
  }

  void stopped(StopStep step) {
    // First: a thread that waits for the step may read the journal next.
    trace.publish(new CallEvent.Stopped(step.text()));
    stopStep.complete(step);
  }

  void beatsByTimer() {
    timerBeats = true;
  }

  /** Stops the idle clock until closed. Closing twice counts once. */
  public static final class Hold implements AutoCloseable {
    private final AtomicReference<@Nullable Call> call;
    private final String reason;

    private Hold(Call call, String reason) {
      this.call = new AtomicReference<>(call);
      this.reason = reason;
    }

    @Override
    public void close() {
      var held = call.getAndSet(null);
      if (held != null) {
        held.release(reason);
      }
    }
  }
}
