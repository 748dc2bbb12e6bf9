package dev.belay.core.turn;

import dev.belay.core.call.Caller;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.journal.Ring;
import dev.belay.core.lane.Lanes;
import dev.belay.core.turn.TurnLife.Effect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one user message: batches of calls that run and are aborted together, with exactly
 * one end.
 *
 * <p>An abort reaches running calls, those waiting for their lane and those not yet begun; the end
 * is announced once every call has its result and no {@linkplain #hold hold} remains. Safe for use
 * by many threads: {@link TurnLife} decides, and this class carries out its decisions.
 */
public final class Turn {
  private final TurnOptions options;
  private final TurnRegistry registry;
  private final TurnId id;
  private final TurnRequest request;
  private final Caller caller;
  private final @Nullable Turn parent;
  private final Instant startedAt;
  private final Cancellation cancellation = Cancellation.root();
  private final Lanes lanes = new Lanes();
  private final TurnLife life;
  private final TurnWaiters waiters;

  Turn(
      TurnRegistry registry,
      TurnOptions options,
      TurnId id,
      TurnRequest request,
      @Nullable Turn parent) {
    this.registry = registry;
    this.options = options;
    this.id = id;
    this.request = request;
    caller = request.caller().inTurn(id.text()).named(request.agent());
    this.parent = parent;
    startedAt = options.time().wall();
    var room = registry.eventRoom().holding(caller.principal());
    life = new TurnLife(options, request.limit(), room, this::tick);
    waiters = new TurnWaiters(options.time(), request.grace(), this::leftAlone);
    life.tell(new TurnEvent.Started(id, request.agent(), request.session(), request.parent()));
  }

  /** Starts its clock, and ties it to its parent. */
  void begin() {
    life.begin();
    if (parent != null) {
      cancellation.join(parent.cancellation, _ -> abort(AbortReason.ERROR));
    }
  }

  /** Releases the resources of a turn that does not begin. */
  void discard() {
    life.events().close();
  }

  private void tick() {
    var effects = life.tick();
    if (!effects.isEmpty()) {
      offTimer(() -> perform(effects));
    }
  }

  private void offTimer(Runnable action) {
    var thread = options.threads().newThread(action);
    thread.setName("belay-end-" + id);
    thread.start();
  }

  private void leftAlone(boolean isOnTimer) {
    if (isOnTimer) {
      offTimer(this::leftAlone);
    } else {
      leftAlone();
    }
  }

  private void leftAlone() {
    if (abort(AbortReason.CLIENT_DISCONNECT)) {
      options.report().accept("Client disconnected mid-turn [" + request.place() + "]");
    }
  }

  /** Carries out decisions of {@link TurnLife}. */
  void perform(List<Effect> effects) {
    for (int i = 0; i < effects.size(); i++) {
      var _ = perform(effects.get(i));
    }
  }

  /** {@return whether the effect changed anything} */
  private boolean perform(Effect effect) {
    switch (effect) {
      case Effect.Start(var batch) -> batch.uses.forEach(UseRun::start);
      case Effect.End(var use) -> use.endUnbegun();
      case Effect.Cancel(var call) -> {
        return call.cancel(Cause.USER, "");
      }
      case Effect.Stop(var why) -> {
        return cancellation.cancel(new Stop.Cancelled(why.cause(), ""));
      }
      case Effect.Abort(var why) -> {
        return abort(why);
      }
      case Effect.Close _ -> {
        waiters.close();
        cancellation.close();
        registry.ended(this);
      }
      case Effect.Deliver(var batch) -> {
        return batch.done.complete(true);
      }
    }
    return true;
  }

  TurnLife life() {
    return life;
  }

  TurnOptions options() {
    return options;
  }

  Lanes lanes() {
    return lanes;
  }

  /** {@return its id} */
  public TurnId id() {
    return id;
  }

  /** {@return the request that began it} */
  public TurnRequest request() {
    return request;
  }

  Instant startedAt() {
    return startedAt;
  }

  /** {@return the caller of its calls} */
  Caller caller() {
    return caller;
  }

  /** {@return the turn that waits for this one, if any} */
  Optional<Turn> parent() {
    return Optional.ofNullable(parent);
  }

  /**
   * {@return the cancellation of the turn: its calls are bound to it, other work such as a model's
   * stream has to join it}
   */
  public Cancellation cancellation() {
    return cancellation;
  }

  /** {@return the reason of its abort, if it was aborted} */
  public Optional<AbortReason> stopped() {
    return Optional.ofNullable(life.stopped());
  }

  /** {@return whether its last event was published} */
  public boolean hasEnded() {
    return life.phase() instanceof TurnLife.Phase.Over;
  }

  /**
   * {@return a reader of its events from number {@code from} on; a number beyond the last event
   * starts at 0, the first}
   */
  public Ring<TurnEvent, TurnReading>.Reader reader(long from) {
    var events = life.events();
    return events.readerFrom(from > events.next() ? 0 : from);
  }

  SessionWork sessionWork() {
    var work = life.work();
    return new SessionWork(
        startedAt, work.asked() - work.open().size(), work.failed(), work.timedOut());
  }

  /** {@return the approximate size of its events in bytes} */
  long eventBytes() {
    return life.events().bytes();
  }

  /** {@return its present details} */
  public TurnDetails details() {
    var work = life.work();
    var current =
        work.open().stream()
            .filter(TurnWork.Open::isRunning)
            .reduce((_, later) -> later)
            .map(TurnWork.Open::tool)
            .orElse(null);
    return new TurnDetails(
        id, request.agent(), request.session(), startedAt, current, work.asked(), request.parent());
  }

  /** {@return its present work, and the calls that did not end in time} */
  public TurnWork work() {
    return life.work();
  }

  /**
   * Runs these calls, concurrently as far as their lanes permit, and waits for all of them: a
   * failure of one does not affect the others (S1-56).
   *
   * @return one result for each, in the order of {@code uses} (C20)
   * @throws InterruptedException if this thread is to stop waiting; the calls go on until the turn
   *     is aborted
   * @throws RepeatedToolIdException if two calls have the same id; then none was begun
   */
  public List<ToolUseResult> run(List<ToolUse> uses)
      throws InterruptedException, RepeatedToolIdException {
    // In the order of the message: a write before a read has its place before it.
    var runs = new ArrayList<UseRun>(uses.size());
    for (var use : uses) {
      runs.add(new UseRun(this, use));
    }
    var batch = new TurnLife.Batch(runs);
    try {
      perform(life.enter(batch));
    } catch (RepeatedToolIdException e) {
      runs.forEach(run -> run.place.withdraw());
      throw e;
    }
    while (!options.time().await(batch.done, Duration.ofHours(1))) {
      // Loops: each call has its own limits, or none at all.
    }
    return batch.results();
  }

  /**
   * Delays the end of an abort while work other than a call runs, such as a request to a model. So
   * everything that belongs to the turn can be aborted by its id until it is gone.
   *
   * <p>The holder checks {@link #stopped} before each step, and observes {@link #cancellation}
   * meanwhile.
   *
   * @return a hold, to be closed as soon as that work has ended, or before the turn is {@linkplain
   *     #complete() completed}; holding a turn that has ended does nothing
   */
  public TurnHold hold() {
    life.hold();
    return new TurnHold(this);
  }

  void release() {
    perform(life.leave());
  }

  /**
   * Attaches a client that waits for this turn. Once all have left, and none has come for the grace
   * of the request, the turn is aborted (C11, C39, S1-52); one that never had a client goes on.
   */
  public TurnWaiter attach() {
    return waiters.attach();
  }

  /**
   * Aborts the turn with everything that belongs to it. Aborting twice, or after the end, does
   * nothing (S1-85).
   *
   * @return whether this call aborted it
   */
  public boolean abort(AbortReason reason) {
    return abort(reason, reason.message());
  }

  /**
   * Aborts the turn because of an error outside its tools.
   *
   * @param message the message of the {@code error} event: a sentence that a person can act on
   * @return whether this call aborted it
   */
  public boolean fail(String message) {
    return abort(AbortReason.ERROR, message);
  }

  private boolean abort(AbortReason reason, String message) {
    var above = stoppedAbove();
    var effects = above == null ? life.abort(reason, message) : life.abort(above, above.message());
    if (effects != null) {
      perform(effects);
    }
    return effects != null;
  }

  /**
   * Returns the reason for which an ancestor was aborted: a call waiting for this turn, or a model
   * in use, sees that only as an error.
   */
  private @Nullable AbortReason stoppedAbove() {
    AbortReason why = null;
    for (var above = parent; above != null && why == null; above = above.parent) {
      why = above.life.stopped();
    }
    return why;
  }

  /**
   * Stops one of its calls; the others, and the turn, go on (S1-70, S1-103).
   *
   * @return false if no such call runs or waits
   */
  public boolean abortTool(String toolId) {
    var effects = life.abort(toolId);
    return effects != null && effects.stream().allMatch(this::perform);
  }

  /**
   * Ends the turn normally.
   *
   * @return false if it was aborted before
   * @throws IllegalStateException if calls of it are under way, or a hold is open
   */
  public boolean complete() {
    var effects = life.complete();
    if (effects != null) {
      perform(effects);
    }
    return effects != null;
  }

  /**
   * Publishes that the model failed, and is asked again after a pause; does nothing after the end.
   */
  public void retry(int attempt, Duration pause, String reason) {
    life.tell(new TurnEvent.Retried(attempt, pause, reason));
  }

  /** Publishes a piece of the model's text to its readers; does nothing after the end. */
  public void say(String text) {
    life.tell(new TurnEvent.Said(text));
  }
}
