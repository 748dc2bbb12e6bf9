package dev.belay.core.turn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.Caller;
import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.core.turn.TurnRequest.SessionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The turns that run, by their ids, and for a while those that have ended (S1-40).
 *
 * <p>Safe for use by many threads. A turn is here from before its first call until every one has
 * its result, so whatever runs can be aborted.
 */
public final class TurnRegistry implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final TurnOptions options;
  private final AtomicLong counter = new AtomicLong();

  /**
   * In bytes, for the events of the active ones; those of the past ones have a bound of their own.
   */
  private final Shares eventRoom;

  @GuardedBy("lock") private final Map<TurnId, Turn> active = new LinkedHashMap<>();

  /** How many turns each principal has under way, of whatever kind. */
  @GuardedBy("lock") private final Map<String, Integer> places = new HashMap<>();

  @GuardedBy("lock") private final LinkedHashMap<TurnId, Past> past = new LinkedHashMap<>();

  /** Armed while there are past ones, for the oldest of them or one that was. */
  @GuardedBy("lock") private Time.@Nullable Timer forgetting;

  /** What the turns of sessions did that have ended, those that ended last at the end. */
  @GuardedBy("lock") private final Map<SessionKey, SessionWork> sessions = new LinkedHashMap<>();

  /** What the events of those take, which get no more. */
  @GuardedBy("lock") private long pastBytes;

  private final CompletableFuture<Boolean> drained = new CompletableFuture<>();

  @GuardedBy("lock") private boolean closed;

  /** A turn that has ended, and until when it can be read. */
  private record Past(Turn turn, long until) {}

  /** Begins with none. */
  public TurnRegistry(TurnOptions options) {
    this(options, new Shares(Runtime.getRuntime().maxMemory() / TurnOptions.SHARE_OF_HEAP));
  }

  TurnRegistry(TurnOptions options, Shares eventRoom) {
    this.options = options;
    this.eventRoom = eventRoom;
  }

  Shares eventRoom() {
    return eventRoom;
  }

  /**
   * Begins a turn, which has to be {@linkplain Turn#complete() completed} or aborted.
   *
   * @throws UnknownTurnException if its parent does not run
   * @throws CyclicTurnException if it would wait for itself, or stands below too many others
   * @throws TooManyTurnsException if its principal has too many under way
   */
  public Turn begin(TurnRequest request) throws UnknownTurnException, CyclicTurnException {
    var turn = made(request);
    began(turn);
    return turn;
  }

  /**
   * Begins a turn as {@link #begin} does, for whoever has calls for it at once: even if it is
   * aborted before they are run, its end waits for their results.
   *
   * @throws UnknownTurnException if its parent does not run
   * @throws CyclicTurnException if it would wait for itself, or stands below too many others
   * @throws TooManyTurnsException if its principal has too many under way
   */
  public TurnHold beginHeld(TurnRequest request) throws UnknownTurnException, CyclicTurnException {
    var turn = made(request);
    // Before anybody else can find it, and abort it.
    var held = turn.hold();
    began(turn);
    return held;
  }

  private Turn made(TurnRequest asked) throws UnknownTurnException, CyclicTurnException {
    var parent = parent(asked);
    refuseCycle(asked, parent);
    var caller = asked.caller();
    var request =
        parent == null ? asked : asked.withCaller(caller.below(parent.request().caller()));
    var id =
        TurnId.of(
            request.agent(), request.session(), options.time().wall(), counter.incrementAndGet());
    return new Turn(this, options, id, request, parent);
  }

  private void began(Turn turn) {
    boolean isClosed;
    lock.lock();
    try {
      // Of those who want the last place of a principal, one gets it.
      checkPlaceLocked(turn.caller());
      places.merge(turn.caller().principal(), 1, Integer::sum);
      active.put(turn.id(), turn);
      isClosed = closed;
    } catch (TooManyTurnsException e) {
      turn.discard();
      throw e;
    } finally {
      lock.unlock();
    }
    turn.begin();
    if (isClosed) {
      turn.abort(AbortReason.SERVER_SHUTDOWN);
    }
  }

  @GuardedBy("lock") private void checkPlaceLocked(Caller caller) {
    if (places.getOrDefault(caller.principal(), 0) >= TurnOptions.MOST_OF_ONE) {
      throw new TooManyTurnsException();
    }
  }

  /**
   * Looks whether a turn could begin, for who has to do something else before.
   *
   * @throws UnknownTurnException if its parent does not run
   * @throws CyclicTurnException if it would wait for itself, or stands below too many others
   * @throws TooManyTurnsException if its principal has too many under way
   */
  public void check(TurnRequest request) throws UnknownTurnException, CyclicTurnException {
    refuseCycle(request, parent(request));
    lock.lock();
    try {
      checkPlaceLocked(request.caller());
    } finally {
      lock.unlock();
    }
  }

  /** A turn of another principal is one that is not there. */
  private @Nullable Turn parent(TurnRequest request) throws UnknownTurnException {
    var id = request.parent();
    if (id == null) {
      return null;
    }
    var parent = running(id);
    if (parent == null
        || !parent.request().caller().principal().equals(request.caller().principal())) {
      throw new UnknownTurnException(id);
    }
    return parent;
  }

  private @Nullable Turn running(TurnId id) {
    lock.lock();
    try {
      return active.get(id);
    } finally {
      lock.unlock();
    }
  }

  private static void refuseCycle(TurnRequest request, @Nullable Turn parent)
      throws CyclicTurnException {
    int depth = 0;
    var chain = new ArrayList<>(List.of(request.place()));
    for (var above = parent; above != null; above = above.parent().orElse(null)) {
      chain.addFirst(above.request().place());
      if (above.request().isOfSession(request)) {
        throw new CyclicTurnException(
            "The turn would wait for itself: " + String.join(" → ", chain) + ".");
      }
      depth++;
      if (depth > TurnOptions.DEEPEST) {
        throw new CyclicTurnException(
            "More than " + TurnOptions.DEEPEST + " turns wait for each other already.");
      }
    }
  }

  /** {@return the turns that run, those begun first at the front} */
  public List<TurnDetails> active() {
    List<Turn> running;
    lock.lock();
    try {
      running = List.copyOf(active.values());
    } finally {
      lock.unlock();
    }
    return running.stream().map(Turn::details).toList();
  }

  /** {@return what the session of that turn has done, as far as it is known} */
  public SessionWork session(Turn turn) {
    SessionWork before;
    List<Turn> running;
    lock.lock();
    try {
      before = sessions.get(turn.request().sessionKey());
      running =
          active.values().stream()
              .filter(one -> one.request().isOfSession(turn.request()))
              .toList();
    } finally {
      lock.unlock();
    }
    // A turn that ends meanwhile is counted as running: it is not among those before.
    return Stream.concat(Stream.ofNullable(before), running.stream().map(Turn::sessionWork))
        .reduce(SessionWork::and)
        .orElseGet(turn::sessionWork);
  }

  /** {@return the turn of that id, if it runs, or has ended of late} */
  public Optional<Turn> find(TurnId id) {
    lock.lock();
    try {
      var ended = past.get(id);
      return Optional.ofNullable(ended == null ? active.get(id) : ended.turn());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Aborts the turn of that id (S1-48).
   *
   * @return false if none runs; true also for one that is being aborted (S1-95)
   */
  public boolean abort(TurnId id, AbortReason reason) {
    var turn = running(id);
    if (turn == null) {
      return false;
    }
    var _ = turn.abort(reason);
    return true;
  }

  void ended(Turn turn) {
    var work = turn.sessionWork();
    boolean isLast;
    long until = options.time().nanos() + TurnOptions.READABLE.toNanos();
    lock.lock();
    try {
      active.remove(turn.id());
      places.computeIfPresent(
          turn.caller().principal(), (_, count) -> count == 1 ? null : count - 1);
      addLocked(turn.request().sessionKey(), work);
      past.put(turn.id(), new Past(turn, until));
      pastBytes += turn.eventBytes();
      while (past.size() > TurnOptions.MOST_ENDED || pastBytes > TurnOptions.MOST_ENDED_BYTES) {
        forgetOldestLocked();
      }
      isLast = closed && active.isEmpty();
      if (forgetting == null) {
        forgetting = options.time().after(TurnOptions.READABLE, this::forget);
      }
    } finally {
      lock.unlock();
    }
    if (isLast) {
      drained.complete(true);
    }
  }

  @GuardedBy("lock") private void addLocked(SessionKey session, SessionWork work) {
    var before = sessions.remove(session);
    sessions.put(session, before == null ? work : before.and(work));
    if (sessions.size() > TurnOptions.MOST_SESSIONS) {
      sessions.remove(sessions.keySet().iterator().next());
    }
  }

  private void forget() {
    long now = options.time().nanos();
    lock.lock();
    try {
      forgetting = null;
      while (forgetting == null && !past.isEmpty()) {
        long left = past.firstEntry().getValue().until() - now;
        if (left > 0) {
          forgetting = options.time().after(Duration.ofNanos(left), this::forget);
        } else {
          forgetOldestLocked();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void forgetOldestLocked() {
    pastBytes -= past.pollFirstEntry().getValue().turn().eventBytes();
  }

  /**
   * Aborts each turn that begins from now on, and lets those end that run.
   *
   * @return complete once they have
   */
  public CompletionStage<Boolean> drain() {
    if (closed().isEmpty()) {
      drained.complete(true);
    }
    return drained;
  }

  /** Aborts every turn, and each that begins from now on. Does not wait. */
  @Override
  public void close() {
    closed().forEach(turn -> turn.abort(AbortReason.SERVER_SHUTDOWN));
  }

  /** {@return the turns that run, after which none begins} */
  private List<Turn> closed() {
    lock.lock();
    try {
      closed = true;
      return List.copyOf(active.values());
    } finally {
      lock.unlock();
    }
  }
}
