package dev.belay.core.turn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.Call;
import dev.belay.core.call.Outcome;
import dev.belay.core.journal.Ring;
import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.core.turn.UseRun.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The state machine of one turn: its phase, its calls without a result, the holds on its end, and
 * its events. It is one class, however long: each transition depends on the effects of the others.
 *
 * <p>Each transition is one method. It decides under the lock, and returns effects, which {@link
 * Turn} carries out outside the lock. Nothing is run, stopped or read under it; events are appended
 * under it, so that all readers see one order, and a timer is armed and closed under it, which only
 * queues.
 */
final class TurnLife {
  private static final long NEVER = Long.MAX_VALUE;
  private static final long PROGRESS = TurnOptions.PROGRESS.toNanos();

  /** The phase of the turn. */
  sealed interface Phase {
    /** Its calls run. */
    enum Going implements Phase {
      /** The only value. */
      ON
    }

    /**
     * It was aborted, and ends once nothing of it is under way.
     *
     * @param message the message of the {@code error} event
     */
    record Stopping(AbortReason why, String message) implements Phase {}

    /**
     * It has ended, and its last event was published.
     *
     * @param why null if it is complete
     */
    record Over(@Nullable AbortReason why) implements Phase {}
  }

  /** An effect of a transition, carried out in the order of its list. */
  sealed interface Effect {
    /** Starts the tools of a batch. */
    record Start(Batch batch) implements Effect {}

    /** Ends a call that has not begun and never will. */
    record End(UseRun use) implements Effect {}

    /** Cancels one call. */
    record Cancel(Call call) implements Effect {}

    /** Stops everything that belongs to the turn. */
    record Stop(AbortReason why) implements Effect {}

    /** Aborts the turn. */
    record Abort(AbortReason why) implements Effect {}

    /** Releases the resources of the turn. */
    record Close() implements Effect {}

    /** Delivers the results of a batch. */
    record Deliver(Batch batch) implements Effect {}
  }

  /** The calls of one message of a model: begun together, awaited together. */
  static final class Batch {
    final List<UseRun> uses;
    final CompletableFuture<Boolean> done = new CompletableFuture<>();

    /** The number of calls without a result, under the lock of the turn. */
    private int left;

    Batch(List<UseRun> uses) {
      this.uses = uses;
      left = uses.size();
    }

    /** {@return the results, in the order of the calls, once it is done} */
    List<ToolUseResult> results() {
      var results = new ToolUseResult[uses.size()];
      for (int i = 0; i < results.length; i++) {
        results[i] = Objects.requireNonNull(uses.get(i).result);
      }
      return List.of(results);
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Time time;
  private final Runnable onTimer;

  /** Origin of {@link #limitAt} and of the times of calls. */
  private final long begunAt;

  private final Ring<TurnEvent, TurnReading> events;

  /** Written under the lock, read without it. */
  private volatile Phase phase = Phase.Going.ON;

  /** Calls without a result, in the order of their request. */
  @GuardedBy("lock") private final List<UseRun> open = new ArrayList<>();

  /** Number of open batches and holds, which delay the end. */
  @GuardedBy("lock") private int underWay;

  @GuardedBy("lock") private int count;

  @GuardedBy("lock") private int failed;

  @GuardedBy("lock") private final LoopDetector loops;

  @GuardedBy("lock") private boolean isLooping;

  /** By tool. */
  @GuardedBy("lock") private Map<String, TurnWork.TimedOut> timedOut = Map.of();

  /** When the time of the turn is up. */
  @GuardedBy("lock") private long limitAt;

  @GuardedBy("lock") private Time.@Nullable Timer timer;

  @GuardedBy("lock") private long timerAt;

  /**
   * Creates a turn without calls.
   *
   * @param limit how long it may take; zero for no limit
   * @param room its share of the memory for the events of all turns
   * @param onTimer calls {@link #tick}
   */
  TurnLife(TurnOptions options, Duration limit, Shares.Holding room, Runnable onTimer) {
    time = options.time();
    this.onTimer = onTimer;
    begunAt = time.nanos();
    limitAt = limit.isPositive() ? TimeUnit.NANOSECONDS.convert(limit) : NEVER;
    loops = new LoopDetector(options.loops().get());
    events =
        new Ring<>(
            TurnOptions.EVENTS,
            TurnOptions.EVENT_BYTES,
            room,
            TurnEvent::weight,
            TurnReading.Entry::new,
            TurnReading.Gap::new);
  }

  private long now() {
    return time.nanos() - begunAt;
  }

  /** Starts the clock of the turn. */
  void begin() {
    lock.lock();
    try {
      // No call can be due earlier, so the calls of a short turn arm no timer.
      armLocked(Math.min(limitAt, PROGRESS), 0);
    } finally {
      lock.unlock();
    }
  }

  /** Makes sure that {@link #tick} runs at that time, or earlier. */
  @GuardedBy("lock") private void armLocked(long at, long now) {
    if (at == NEVER || phase instanceof Phase.Over || (timer != null && timerAt <= at)) {
      return;
    }
    if (timer != null) {
      timer.close();
    }
    timerAt = at;
    timer = time.after(Duration.ofNanos(Math.max(0, at - now)), onTimer);
  }

  /**
   * Publishes, every few seconds, that each running call still runs (S1-65), and checks the limit.
   */
  List<Effect> tick() {
    long now = now();
    lock.lock();
    try {
      timer = null;
      boolean isUp = limitAt <= now;
      limitAt = isUp ? NEVER : limitAt;
      long next = limitAt;
      for (var use : open) {
        if (use.stage == Stage.RUNNING) {
          long due = use.begunAt + (use.told + 1) * PROGRESS;
          if (due <= now) {
            tellLocked(new TurnEvent.ToolProgress(use.id(), use.tool().name(), use.ran(now)));
            use.told = (int) ((now - use.begunAt) / PROGRESS);
            due = use.begunAt + (use.told + 1) * PROGRESS;
          }
          next = Math.min(next, due);
        }
      }
      armLocked(next, now);
      return isUp ? List.of(new Effect.Abort(AbortReason.TIMEOUT)) : List.of();
    } finally {
      lock.unlock();
    }
  }

  /** {@return the phase} */
  Phase phase() {
    return phase;
  }

  /** {@return the reason of the abort; null if it was not aborted} */
  @Nullable AbortReason stopped() {
    return switch (phase) {
      case Phase.Going _ -> null;
      case Phase.Stopping(var why, _) -> why;
      case Phase.Over(var why) -> why;
    };
  }

  /**
   * Adds all calls of a batch, or none.
   *
   * @throws RepeatedToolIdException if one has the id of another call without a result
   */
  List<Effect> enter(Batch batch) throws RepeatedToolIdException {
    lock.lock();
    try {
      var uses = batch.uses;
      int before = open.size();
      for (var use : uses) {
        if (findLocked(use.id()) != null) {
          open.subList(before, open.size()).clear();
          throw new RepeatedToolIdException(use.id());
        }
        open.add(use);
        use.batch = batch;
      }
      count += uses.size();
      if (uses.isEmpty()) {
        return List.of(new Effect.Deliver(batch));
      }
      underWay++;
      return phase instanceof Phase.Going ? List.of(new Effect.Start(batch)) : unbegunLocked();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private @Nullable UseRun findLocked(String toolId) {
    for (var use : open) {
      if (use.id().equals(toolId)) {
        return use;
      }
    }
    return null;
  }

  /** Ends the calls that have not begun and whose tools have not reported a call to cancel. */
  @GuardedBy("lock") private List<Effect> unbegunLocked() {
    var effects = new ArrayList<Effect>();
    for (var use : open) {
      if (use.stage == Stage.ASKED && use.call == null) {
        use.stage = Stage.ENDED;
        effects.add(new Effect.End(use));
      }
    }
    return effects;
  }

  /** Records the call that the governor has accepted. */
  List<Effect> accepted(UseRun use, Call call) {
    lock.lock();
    try {
      if (use.stage != Stage.ENDED) {
        use.call = call;
      }
      return use.stage == Stage.ENDED || use.isAborted
          ? List.of(new Effect.Cancel(call))
          : List.of();
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether the call may run: not once it has its result (P6)} */
  boolean begun(UseRun use) {
    long now = now();
    lock.lock();
    try {
      if (use.stage != Stage.ASKED) {
        return false;
      }
      use.stage = Stage.RUNNING;
      use.begunAt = now;
      tellLocked(new TurnEvent.ToolStarted(use.id(), use.tool().name()));
      armLocked(now + PROGRESS, now);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether this ended the call; {@link #settle} must then follow} */
  boolean ended(UseRun use) {
    lock.lock();
    try {
      boolean isFirst = use.stage != Stage.ENDED;
      use.stage = Stage.ENDED;
      return isFirst;
    } finally {
      lock.unlock();
    }
  }

  /** Publishes the result of a call that has ended, with the loop detector's verdict. */
  List<Effect> settle(UseRun use, ToolUseResult ended, LoopDetector.@Nullable Seen seen) {
    lock.lock();
    try {
      var verdict = seen == null ? LoopVerdict.Fine.VERDICT : loops.ended(seen);
      isLooping |= verdict instanceof LoopVerdict.Halt;
      var result = ended.with(verdict);
      use.result = result;
      open.remove(use);
      if (ended.isError() && !(ended.outcome() instanceof Outcome.Cancelled)) {
        failed++;
      }
      if (ended.outcome() instanceof Outcome.TimedOut how) {
        timedOut = timedOut.isEmpty() ? new LinkedHashMap<>() : timedOut;
        var limit = Duration.ofMillis(how.allowed().toMillis());
        new TurnWork.TimedOut(ended.tool(), limit, 1).addTo(timedOut);
      }
      var before = UseEnd.before(ended);
      if (before != null) {
        tellLocked(before);
      }
      tellLocked(TurnEvent.ToolEnded.of(result));
      var batch = Objects.requireNonNull(use.batch);
      batch.left--;
      if (batch.left > 0) {
        return List.of();
      }
      // In this order, so that a waiter for the results finds the turn in its new state.
      var effects = new ArrayList<>(leaveLocked());
      effects.add(new Effect.Deliver(batch));
      return effects;
    } finally {
      lock.unlock();
    }
  }

  /** Adds a hold. */
  void hold() {
    lock.lock();
    try {
      underWay++;
    } finally {
      lock.unlock();
    }
  }

  /** Releases a hold. */
  List<Effect> leave() {
    lock.lock();
    try {
      return leaveLocked();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private List<Effect> leaveLocked() {
    underWay--;
    return switch (phase) {
      case Phase.Going _ -> isLooping ? List.of(new Effect.Abort(AbortReason.LOOP)) : List.of();
      case Phase.Stopping stopping -> underWay > 0 ? List.of() : overLocked(stopping);
      case Phase.Over _ -> List.of();
    };
  }

  @GuardedBy("lock") private List<Effect> overLocked(Phase.Stopping how) {
    tellLocked(new TurnEvent.Troubled(how.message()));
    return overLocked(new Phase.Over(how.why()), new TurnEvent.Aborted(how.why()));
  }

  @GuardedBy("lock") private List<Effect> overLocked(Phase.Over how, TurnEvent last) {
    tellLocked(last);
    phase = how;
    if (timer != null) {
      timer.close();
    }
    return List.of(new Effect.Close());
  }

  /** Aborts the turn; null if it was aborted before, or has ended. */
  @Nullable List<Effect> abort(AbortReason why, String message) {
    lock.lock();
    try {
      if (!(phase instanceof Phase.Going)) {
        return null;
      }
      var stopping = new Phase.Stopping(why, message);
      phase = stopping;
      var effects = new ArrayList<Effect>();
      effects.add(new Effect.Stop(why));
      effects.addAll(unbegunLocked());
      if (underWay == 0) {
        effects.addAll(overLocked(stopping));
      }
      return effects;
    } finally {
      lock.unlock();
    }
  }

  /** Stops one call alone; null if it has ended, or never existed. */
  @Nullable List<Effect> abort(String toolId) {
    lock.lock();
    try {
      var use = findLocked(toolId);
      if (use == null || use.stage == Stage.ENDED) {
        return null;
      }
      use.isAborted = true;
      if (use.call != null) {
        return List.of(new Effect.Cancel(use.call));
      }
      if (use.stage == Stage.RUNNING) {
        // It is cancelled as soon as its tool reports its call.
        return List.of();
      }
      use.stage = Stage.ENDED;
      return List.of(new Effect.End(use));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the turn normally; null if it was aborted before.
   *
   * @throws IllegalStateException if something of it is under way
   */
  @Nullable List<Effect> complete() {
    lock.lock();
    try {
      if (underWay > 0) {
        throw new IllegalStateException("a turn is complete once all that it does has ended");
      }
      return phase instanceof Phase.Going
          ? overLocked(new Phase.Over(null), new TurnEvent.Completed(count))
          : null;
    } finally {
      lock.unlock();
    }
  }

  /** Publishes an event; does nothing after the end. */
  void tell(TurnEvent event) {
    lock.lock();
    try {
      tellLocked(event);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void tellLocked(TurnEvent event) {
    if (!(phase instanceof Phase.Over)) {
      events.append(event);
    }
  }

  /** {@return the published events} */
  Ring<TurnEvent, TurnReading> events() {
    return events;
  }

  Duration ran(UseRun use) {
    return use.ran(now());
  }

  TurnWork work() {
    long now = now();
    lock.lock();
    try {
      var without = new ArrayList<TurnWork.Open>(open.size());
      for (var use : open) {
        without.add(new TurnWork.Open(use.id(), use.tool().name(), use.hasBegun(), use.ran(now)));
      }
      return new TurnWork(count, failed, without, List.copyOf(timedOut.values()));
    } finally {
      lock.unlock();
    }
  }
}
