package dev.belay.core.turn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.Caller;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.cancel.Stop;
import dev.belay.core.journal.Ring;
import dev.belay.core.lane.Lanes;
import dev.belay.core.time.Time;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one user message: batches of calls that run together and are aborted together, and
 * exactly one end.
 *
 * <p>An abort reaches what runs, what waits for its lane and what was not begun; the end is told
 * once every call has its result, and nobody {@linkplain #hold holds} it. Concurrency: {@code lock}
 * guards what the fields marked so hold, and the order of events; nobody is called under it. The
 * parties of a race are a call that ends, a person or limit that aborts, and whoever completes the
 * turn.
 *
 * <p>Longer than other files, since all of it is one order under that lock: what begins, what ends,
 * and what is told of both.
 */
public final class Turn {
  private final ReentrantLock lock = new ReentrantLock();
  private final TurnOptions options;
  private final TurnRegistry registry;
  private final TurnId id;
  private final TurnRequest request;
  private final Caller caller;
  private final @Nullable Turn parent;
  private final Instant startedAt;
  private final Cancellation cancellation;
  private final Lanes lanes = new Lanes();
  private final ProgressClock progress;
  private final Ring<TurnReading> events;

  @GuardedBy("lock") private final TurnCalls calls;

  /** Batches that run, and holds: the end waits for all of them. */
  @GuardedBy("lock") private int underWay;

  /** Written with the lock held. */
  private volatile boolean ended;

  /** Set once, before its cancellation is used. */
  private volatile @Nullable AbortReason stop;

  /** What the {@code error} event says instead of the reason's own words; set before the reason. */
  private volatile @Nullable String trouble;

  private volatile Time.@Nullable Timer limit;

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
    caller = request.caller().inTurn(id.text());
    this.parent = parent;
    startedAt = options.time().wall();
    progress = new ProgressClock(options.time());
    cancellation = parent == null ? Cancellation.root() : parent.cancellation.child();
    calls = new TurnCalls(options.loops().get());
    events =
        new Ring<>(
            TurnOptions.EVENTS,
            TurnOptions.EVENT_BYTES,
            registry.eventRoom().holding(caller.principal()),
            TurnReading::weight,
            TurnReading.Gap::new);
    tell(new TurnEvent.Started(id, request.agent(), request.session(), request.parent()));
  }

  /** Begins to count its time, and to end with its parent. */
  void begin() {
    if (request.limit().isPositive()) {
      limit = options.time().after(request.limit(), this::expire);
    }
    if (parent != null) {
      var _ = cancellation.onCancel(_ -> abort(AbortReason.ERROR));
    }
  }

  private void expire() {
    var thread = options.threads().newThread(() -> abort(AbortReason.TIMEOUT));
    thread.setName("belay-turn-limit");
    thread.start();
  }

  /** {@return its id} */
  public TurnId id() {
    return id;
  }

  /** {@return who began it, and on what terms} */
  public TurnRequest request() {
    return request;
  }

  Instant startedAt() {
    return startedAt;
  }

  /** {@return on whose behalf its calls are made} */
  Caller caller() {
    return caller;
  }

  /** {@return the turn that waits for it, if one does} */
  Optional<Turn> parent() {
    return Optional.ofNullable(parent);
  }

  /** {@return what ends with it: its calls do by themselves, a model's stream has to be told} */
  public Cancellation cancellation() {
    return cancellation;
  }

  /** {@return why it was aborted, if it was} */
  public Optional<AbortReason> stopped() {
    return Optional.ofNullable(stop);
  }

  /** {@return whether its last event has been told} */
  public boolean hasEnded() {
    return ended;
  }

  /**
   * {@return a reader of its events, from that one on; 0 is the first, and what stands for one that
   * nobody can have seen}
   */
  public Ring<TurnReading>.Reader reader(long from) {
    return events.readerFrom(from > events.next() ? 0 : from);
  }

  /** {@return about how many bytes its events take} */
  long eventBytes() {
    return events.bytes();
  }

  /** {@return how it is now} */
  public TurnDetails details() {
    lock.lock();
    try {
      return new TurnDetails(
          id,
          request.agent(),
          request.session(),
          startedAt,
          calls.current(),
          calls.count(),
          request.parent());
    } finally {
      lock.unlock();
    }
  }

  /** {@return what it does now, and what did not end in time} */
  public TurnWork work() {
    lock.lock();
    try {
      return calls.work();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Runs all these calls, as far as their lanes let them together, and waits for all of them: none
   * fails the others (S1-56).
   *
   * @return one result for each, in the order of {@code uses} (C20)
   * @throws InterruptedException if this thread is to stop waiting; the calls go on until the turn
   *     is aborted
   * @throws RepeatedToolIdException if two calls have one id; then none was begun
   */
  public List<ToolUseResult> run(List<ToolUse> uses)
      throws InterruptedException, RepeatedToolIdException {
    var batch = new Batch(this, options, uses);
    enter(batch);
    batch.start();
    return batch.await();
  }

  private void enter(Batch batch) throws RepeatedToolIdException {
    lock.lock();
    try {
      calls.enter(batch.runs());
      underWay++;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Keeps its end back, should it be aborted, while something runs that is no call: a model that is
   * asked, say. So whatever belongs to it can be aborted by its id until it is gone.
   *
   * <p>Whoever holds it looks at {@link #stopped} before each step, and goes by {@link
   * #cancellation} meanwhile.
   *
   * @return to be closed as soon as nothing runs any more, or before the turn is {@linkplain
   *     #complete() completed}; holding a turn that has ended does nothing
   */
  public TurnHold hold() {
    lock.lock();
    try {
      underWay++;
    } finally {
      lock.unlock();
    }
    return new TurnHold(this);
  }

  /** All calls of a batch have their results, or a hold is over. */
  void leave() {
    boolean isLoop;
    boolean isLast;
    lock.lock();
    try {
      underWay--;
      isLoop = calls.isLooping();
      isLast = underWay == 0 && stop != null;
    } finally {
      lock.unlock();
    }
    if (isLast) {
      end();
    } else if (isLoop) {
      abort(AbortReason.LOOP);
    }
  }

  /**
   * Stops everything that belongs to it. Aborting twice, or after the end, does nothing (S1-85).
   *
   * @return whether this is what stopped it
   */
  public boolean abort(AbortReason reason) {
    return abort(reason, null);
  }

  /**
   * Stops everything that belongs to it, since something outside of its tools went wrong.
   *
   * @param message what the {@code error} event says: a sentence that a person can act on
   * @return whether this is what stopped it
   */
  public boolean fail(String message) {
    return abort(AbortReason.ERROR, message);
  }

  private boolean abort(AbortReason reason, @Nullable String message) {
    var above = stoppedAbove();
    AbortReason why;
    boolean isIdle;
    List<UseRun> runs;
    lock.lock();
    try {
      if (stop != null || ended) {
        return false;
      }
      trouble = above == null ? message : null;
      why = above == null ? reason : above;
      stop = why;
      isIdle = underWay == 0;
      runs = calls.open();
    } finally {
      lock.unlock();
    }
    var _ = cancellation.cancel(new Stop.Cancelled(why.cause(), ""));
    // What has not begun: its tool may still be looked for, or may never be.
    runs.forEach(UseRun::abortUnbegun);
    if (isIdle) {
      end();
    }
    return true;
  }

  /**
   * The other parties of an abort from above: a call that waits for this turn, or a model that it
   * asks, may hear of it first, and knows no better reason than an error.
   */
  private @Nullable AbortReason stoppedAbove() {
    for (var above = parent; above != null; above = above.parent) {
      var why = above.stop;
      if (why != null) {
        return why;
      }
    }
    return null;
  }

  /**
   * Stops one of its calls; the others, and the turn, go on (S1-70, S1-103).
   *
   * @return false if no such call runs or waits
   */
  public boolean abortTool(String toolId) {
    UseRun use;
    lock.lock();
    try {
      use = calls.find(toolId);
    } finally {
      lock.unlock();
    }
    return use != null && use.abort();
  }

  /**
   * Ends it, all having gone well.
   *
   * @return false if it was aborted before
   * @throws IllegalStateException if calls of it are under way, or somebody holds it
   */
  public boolean complete() {
    lock.lock();
    try {
      if (underWay > 0) {
        throw new IllegalStateException("a turn is complete once all that it does has ended");
      }
      if (stop != null || ended) {
        return false;
      }
      ended = true;
      appendLocked(new TurnEvent.Completed(calls.count()));
    } finally {
      lock.unlock();
    }
    close();
    return true;
  }

  private void end() {
    lock.lock();
    try {
      var why = stop;
      if (ended || why == null) {
        return;
      }
      ended = true;
      appendLocked(new TurnEvent.Troubled(trouble == null ? why.message() : trouble));
      appendLocked(new TurnEvent.Aborted(why));
    } finally {
      lock.unlock();
    }
    close();
  }

  private void close() {
    var timer = limit;
    if (timer != null) {
      timer.close();
    }
    progress.close();
    cancellation.close();
    events.close();
    registry.ended(this);
  }

  Lanes lanes() {
    return lanes;
  }

  ProgressClock progress() {
    return progress;
  }

  /** Tells its readers a piece of what the model says; after the end, nothing. */
  public void say(String text) {
    tell(new TurnEvent.Said(text));
  }

  void tell(TurnEvent event) {
    lock.lock();
    try {
      if (!ended) {
        appendLocked(event);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Tells of a call, unless that has its result: what comes later is not true any more. */
  void tellOf(UseRun use, TurnEvent event) {
    lock.lock();
    try {
      if (calls.isOpen(use) && !ended) {
        appendLocked(event);
      }
    } finally {
      lock.unlock();
    }
  }

  /** {@return how a call ended, with what is to be thought of it; tells of it, too} */
  ToolUseResult settle(UseRun use, UseEnd end) {
    lock.lock();
    try {
      var result = calls.judged(end);
      var before = end.before();
      if (calls.close(use) && !ended) {
        if (before != null) {
          appendLocked(before);
        }
        appendLocked(TurnEvent.ToolEnded.of(result));
      }
      return result;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void appendLocked(TurnEvent event) {
    var at = options.time().wall();
    events.append(number -> new TurnReading.Entry(number, at, event));
  }
}
