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
 * One run of one tool, from accepted to settled, as everybody but its work sees it.
 *
 * <p>It does not know who waits for it: waiters attach and detach. Safe for use by many threads.
 *
 * <p>Concurrency: {@code state} decides everything by compare-and-set. Whoever sets it to {@code
 * Settled} has won, and the {@link Governor} then carries the end out on a thread that may block.
 */
public final class Call {
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

  /** When the current gate stops waiting; only meaningful in state {@code Waiting}. */
  private volatile @Nullable GateWait gateWait;

  private volatile @Nullable Heartbeat lastWord;
  private final CompletableFuture<StopStep> stopStep = new CompletableFuture<>();
  private volatile StopEffects stopEffects = StopEffects.NONE;
  private volatile boolean timerBeats;
  private volatile int attempt = 1;
  private volatile @Nullable CallId sharedWith;

  /** Set before the call is listed, and never after. */
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

  /** {@return its id} */
  public CallId id() {
    return info.id();
  }

  /** {@return what does not change about it} */
  public CallInfo info() {
    return info;
  }

  /** {@return what was asked for} */
  public CallRequest request() {
    return request;
  }

  /** {@return where it is on its way} */
  public CallState state() {
    return state.get();
  }

  /** {@return how it ended, if it has: decided, though perhaps not yet told to its waiters} */
  public Optional<Outcome> outcome() {
    return state.get() instanceof CallState.Settled(Outcome outcome)
        ? Optional.of(outcome)
        : Optional.empty();
  }

  /** {@return its limits as they stand} */
  public Limits limits() {
    return clock.limits();
  }

  /** {@return how long it has run; zero before it starts} */
  public Duration elapsed() {
    return clock.hasStarted()
        ? Duration.ofNanos(governor.time().nanos() - clock.startedAt())
        : Duration.ZERO;
  }

  /** {@return from accepted until it ran, or until now where it does not run yet} */
  public Duration waited() {
    var until = clock.hasStarted() ? clock.startedAt() : governor.time().nanos();
    return Duration.ofNanos(until - acceptedAt);
  }

  /** {@return how it is now, for people who look} */
  public CallSnapshot snapshot() {
    return CallSnapshot.of(this);
  }

  /** {@return the last heartbeat that said anything} */
  public Optional<Heartbeat> lastWord() {
    return Optional.ofNullable(lastWord);
  }

  /** {@return true if a timer, not progress, keeps it from being idle (C17)} */
  public boolean isTimerBacked() {
    return timerBeats;
  }

  /** {@return how far stopping it went, once that is known} */
  public Optional<StopStep> stopStep() {
    return Optional.ofNullable(stopStep.getNow(null));
  }

  /** {@return whether its stop ends processes of its own; of a call that has begun} */
  public boolean endsProcesses() {
    return run().endsProcesses();
  }

  /** Tells how far stopping it went, once that is known. */
  public void onStopped(Consumer<StopStep> hearer) {
    var _ = stopStep.thenAccept(hearer);
  }

  /** Waits no longer than {@code limit} until that is known; returns whether it is. */
  public boolean awaitStop(Duration limit) throws InterruptedException {
    return governor.time().await(stopStep, limit);
  }

  /** Takes note of what its stop did to processes; for who carries the stop out. */
  public void stopDid(StopEffects effects) {
    stopEffects = effects;
  }

  /** {@return what its stop did to processes, as far as it has got} */
  public StopEffects stopEffects() {
    return stopEffects;
  }

  /** {@return where its work is now, the innermost frame first; empty where it is nowhere} */
  public List<StackTraceElement> stack() {
    return List.of(run().stack());
  }

  /** Waits for the call: {@code onReply} is called once it ends, at once if it has. */
  public Waiter attach(Consumer<Reply> onReply) {
    return waiters.attach(onReply);
  }

  /**
   * Lets the call outlive those who wait for it: they get {@code told} in place of its outcome, and
   * from then on it goes on although nobody waits.
   *
   * <p>One step against settling, cancelling and leaving: each waiter gets one reply.
   *
   * @return false if nobody waits any more: they have left, or have the outcome
   */
  public boolean handOff(Payload told) {
    return waiters.handOff(
        new Reply.Handle(told), () -> publishUnlessSettled(new CallEvent.HandedOff()));
  }

  /**
   * Has {@code told} know the outcome, before any waiter does; at once where it is known.
   *
   * <p>Who observes does not wait: the call can be left alone all the same. Must not block.
   */
  public void onEnd(Consumer<Outcome> told) {
    waiters.observe(told);
  }

  /**
   * Blocks until the call has ended, without being one of its waiters; an interrupt leaves the call
   * as it is.
   */
  public Outcome join() throws InterruptedException {
    var done = new CompletableFuture<Outcome>();
    onEnd(done::complete);
    while (!governor.time().await(done, Duration.ofHours(1))) {
      // Its own limits end it.
    }
    return done.join();
  }

  /**
   * Cancels the call.
   *
   * @param by who, as people read it; may be empty
   * @return true if this is what ended it
   */
  public boolean cancel(Cause cause, String by) {
    return governor.end(this, new Outcome.Cancelled(cause, by));
  }

  /**
   * Renews the idle limit from outside the call's own thread, as an upstream's progress does.
   *
   * @param message what is told, cut to what may be kept of it
   * @return false once the call is settled: the beat came too late
   */
  public boolean heartbeat(
      @Nullable String message, @Nullable Double done, @Nullable Double total) {
    if (isSettled()) {
      return false;
    }
    clock.beat(governor.time().nanos());
    if (message != null || done != null) {
      var said = message == null ? null : ShortText.message(message);
      lastWord = new Heartbeat(elapsed(), said, done, total);
      trace.publish(new CallEvent.Beat(said, done, total));
    }
    return !isSettled();
  }

  /** {@return what to tell of a result that comes after the end, which is dropped (P7)} */
  public LateNote lateNote() {
    return lateNote;
  }

  /** Holds the idle clock, not the total one, until the hold is closed (C17). */
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

  /** Replaces its limits; both count from where they counted before. */
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

  /** Takes note that its work begins once more, after {@code pause}. */
  public void retries(String reason, Duration pause) {
    int next = attempt + 1;
    attempt = next;
    publishUnlessSettled(new CallEvent.Retrying(next, ShortText.message(reason), pause));
  }

  /** {@return how often its work has begun; 1 before it begins again} */
  public int attempt() {
    return attempt;
  }

  /** Takes note that it takes the answer of {@code other}. */
  public void shares(CallId other) {
    sharedWith = other;
    publishUnlessSettled(new CallEvent.Shared(other.toString()));
  }

  /** {@return the call whose answer it took, if it asked nobody itself} */
  public Optional<CallId> sharedWith() {
    return Optional.ofNullable(sharedWith);
  }

  /** It asks for itself after all. */
  public void sharesNoMore() {
    sharedWith = null;
  }

  void endWithParent(Stop stop) {
    switch (stop) {
      case Stop.Cancelled(var cause, var by) -> cancel(cause, by);
      // Only the governor says so, and then the call has its outcome already.
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

  /** True for the one caller that settled it: it must then carry out the end. */
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

  /** True where this settled the call, from exactly this state. */
  boolean decideFrom(CallState expected, Outcome outcome) {
    return state.compareAndSet(expected, new CallState.Settled(outcome));
  }

  /** Changes the outcome of a call already decided, before anybody was told. */
  void revise(Outcome outcome) {
    state.set(new CallState.Settled(outcome));
  }

  /** Moves on unless the call was settled: a call cancelled before it starts never starts (P6). */
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
    stopStep.complete(step);
    trace.publish(new CallEvent.Stopped(step.text()));
  }

  void beatsByTimer() {
    timerBeats = true;
  }

  /** The idle clock stands still until this is closed. Closing twice counts once. */
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
