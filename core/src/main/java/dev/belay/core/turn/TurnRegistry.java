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
 * The running turns by their ids, and recently ended ones (S1-40).
 *
 * <p>Safe for use by many threads. A turn is here from before its first call until every call has
 * its result, so whatever runs can be aborted.
 */
public final class TurnRegistry implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final TurnOptions options;
  private final AtomicLong counter = new AtomicLong();

  /** Bytes for the events of active turns; those of past ones have a bound of their own. */
  private final Shares eventRoom;

  @GuardedBy("lock") private final Map<TurnId, Turn> active = new LinkedHashMap<>();

  /** The number of turns under way by principal. */
  @GuardedBy("lock") private final Map<String, Integer> places = new HashMap<>();

  @GuardedBy("lock") private final LinkedHashMap<TurnId, Past> past = new LinkedHashMap<>();

  /** Armed while there are past turns, for the oldest of them or one already dropped. */
  @GuardedBy("lock") private Time.@Nullable Timer forgetting;

  /** The work of ended turns by session, the most recently ended at the end. */
  @GuardedBy("lock") private final Map<SessionKey, SessionWork> sessions = new LinkedHashMap<>();

  /** The size of the events of past turns, which no longer grow. */
  @GuardedBy("lock") private long pastBytes;

  private final CompletableFuture<Boolean> drained = new CompletableFuture<>();

  @GuardedBy("lock") private boolean closed;

  /** A turn that has ended, and the time until which it can be read. */
  private record Past(Turn turn, long until) {}

  /** Creates an empty registry. */
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
   * @throws CyclicTurnException if it would wait for itself, or is nested too deeply
   * @throws TooManyTurnsException if its principal has too many under way
   */
  public Turn begin(TurnRequest request) throws UnknownTurnException, CyclicTurnException {
    var turn = made(request);
    began(turn);
    return turn;
  }

  /**
   * Begins a turn like {@link #begin}, with a hold for calls that follow at once: even if it is
   * aborted before they are run, its end waits for their results.
   *
   * @throws UnknownTurnException if its parent does not run
   * @throws CyclicTurnException if it would wait for itself, or is nested too deeply
   * @throws TooManyTurnsException if its principal has too many under way
   */
  public TurnHold beginHeld(TurnRequest request) throws UnknownTurnException, CyclicTurnException {
    var turn = made(request);
    // Before another thread can find it, and abort it.
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
      // Of concurrent requests for the last place of a principal, one gets it.
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
   * Checks whether a turn could begin, before preparatory work.
   *
   * @throws UnknownTurnException if its parent does not run
   * @throws CyclicTurnException if it would wait for itself, or is nested too deeply
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

  /** Treats a turn of another principal as absent. */
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
    if (parent == null) {
      return; // As most turns: no chain is written for them.
    }
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

  /** {@return the running turns, the earliest first} */
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

  /** {@return the work of the turn's session, as far as it is recorded} */
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
    // A turn that ends meanwhile counts as running: it is not in {@code before}.
    return Stream.concat(Stream.ofNullable(before), running.stream().map(Turn::sessionWork))
        .reduce(SessionWork::and)
        .orElseGet(turn::sessionWork);
  }

  /** {@return the turn of that id, if it runs or ended recently} */
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
   * @return false if it does not run; true also if it is already being aborted (S1-95)
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
    // Readers wait for this: after the end of the events the turn is none of those that run.
    turn.life().events().close();
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
   * Aborts each turn that begins from now on; running ones go on.
   *
   * @return a stage that completes once they have ended
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

  /** {@return the running turns, after which no more begin} */
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
