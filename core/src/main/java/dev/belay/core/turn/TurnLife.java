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
 * The life of one turn: whether it goes on, which of its calls have no result yet, what else its
 * end waits for, and what has been told of it. It is one thing, however long: each of its
 * transitions depends on what the others leave behind.
 *
 * <p>Each transition is one method. It decides under the lock, and returns what is to be done,
 * which {@link Turn} does outside the lock. Nothing is run, stopped or read under it; events are
 * appended under it, so that all readers see one order, and a timer is armed and closed under it,
 * which only queues.
 */
final class TurnLife {
  private static final long NEVER = Long.MAX_VALUE;
  private static final long PROGRESS = TurnOptions.PROGRESS.toNanos();

  /** How far the turn is. */
  sealed interface Phase {
    /** Its calls run. */
    enum Going implements Phase {
      /** Nothing more is to be said of it. */
      ON
    }

    /**
     * It was aborted, and ends once nothing of it is under way.
     *
     * @param message what the {@code error} event will say
     */
    record Stopping(AbortReason why, String message) implements Phase {}

    /**
     * Its last event has been told.
     *
     * @param why null where it is complete
     */
    record Over(@Nullable AbortReason why) implements Phase {}
  }

  /** What is to be done about a transition, in the order of the list that it stands in. */
  sealed interface Effect {
    /** Has the tools of a batch started. */
    record Start(Batch batch) implements Effect {}

    /** Ends a call that has not begun, and never will. */
    record End(UseRun use) implements Effect {}

    /** Stops one call. */
    record Cancel(Call call) implements Effect {}

    /** Stops all that belongs to the turn. */
    record Stop(AbortReason why) implements Effect {}

    /** Aborts the turn. */
    record Abort(AbortReason why) implements Effect {}

    /** Gives back what the turn holds. */
    record Close() implements Effect {}

    /** Hands over the results of a batch. */
    record Deliver(Batch batch) implements Effect {}
  }

  /** The calls that a model asked for in one message: begun together, waited for together. */
  static final class Batch {
    final List<UseRun> uses;
    final CompletableFuture<Boolean> done = new CompletableFuture<>();

    /** How many have no result, under the lock of the turn. */
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

  /** What {@link #limitAt} and the moments of calls count from. */
  private final long begunAt;

  private final Ring<TurnEvent, TurnReading> events;

  /** Written under the lock, read without it by all who ask. */
  private volatile Phase phase = Phase.Going.ON;

  /** Calls without a result, those begun last at the end. */
  @GuardedBy("lock") private final List<UseRun> open = new ArrayList<>();

  /** Batches and holds: the end waits for all of them. */
  @GuardedBy("lock") private int underWay;

  @GuardedBy("lock") private int count;

  @GuardedBy("lock") private int failed;

  @GuardedBy("lock") private final LoopDetector loops;

  @GuardedBy("lock") private boolean isLooping;

  /** By tool. */
  @GuardedBy("lock") private Map<String, TurnWork.TimedOut> timedOut = Map.of();

  /** When its time is up. */
  @GuardedBy("lock") private long limitAt;

  @GuardedBy("lock") private Time.@Nullable Timer timer;

  @GuardedBy("lock") private long timerAt;

  /**
   * Begins with no calls.
   *
   * @param limit how long it may take; zero is without limit
   * @param room what its events may take of the memory that all turns share
   * @param onTimer has {@link #tick} called
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

  /** Begins to count its time. */
  void begin() {
    lock.lock();
    try {
      // No call can be due sooner, so the calls of a short turn arm none.
      armLocked(Math.min(limitAt, PROGRESS), 0);
    } finally {
      lock.unlock();
    }
  }

  /** Sees to it that {@link #tick} comes at that time, or sooner. */
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

  /** Says of each call, every few seconds, that it still runs (S1-65), and looks at the limit. */
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

  /** {@return how far it is} */
  Phase phase() {
    return phase;
  }

  /** {@return why it was aborted; null where it was not} */
  @Nullable AbortReason stopped() {
    return switch (phase) {
      case Phase.Going _ -> null;
      case Phase.Stopping(var why, _) -> why;
      case Phase.Over(var why) -> why;
    };
  }

  /**
   * Takes in all of them, or none.
   *
   * @throws RepeatedToolIdException if one has the id of another that has no result
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

  /** Ends what has not begun, and whose tool has not said how to stop it. */
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

  /** The governor has accepted the call. */
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

  /** {@return whether the call may run: it may not once it has its result (P6)} */
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

  /** {@return whether this is what ended the call: {@link #settle} is then owed} */
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

  /** Tells the result of a call that has ended, with what is to be thought of it. */
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
      // In this order, so that who waits for the results finds the turn as they leave it.
      var effects = new ArrayList<>(leaveLocked());
      effects.add(new Effect.Deliver(batch));
      return effects;
    } finally {
      lock.unlock();
    }
  }

  /** The end waits for one thing more. */
  void hold() {
    lock.lock();
    try {
      underWay++;
    } finally {
      lock.unlock();
    }
  }

  /** The end waits for one thing less. */
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

  /** Stops it; null where it was stopped before, or is over. */
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

  /** Stops one call alone; null where it has ended, or never was. */
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
        // It is stopped as soon as its tool says how.
        return List.of();
      }
      use.stage = Stage.ENDED;
      return List.of(new Effect.End(use));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends it, all having gone well; null where it was stopped before.
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

  /** Tells its readers; after the end, nothing. */
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

  /** {@return what has been told} */
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
