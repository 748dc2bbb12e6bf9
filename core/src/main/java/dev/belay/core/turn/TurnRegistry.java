package dev.belay.core.turn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.share.Shares;
import dev.belay.core.turn.TurnRequest.SessionKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
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
  private final Map<TurnId, Turn> active = new ConcurrentHashMap<>();
  private final TurnPlaces places = new TurnPlaces();

  /**
   * In bytes, for the events of the active ones; those of the past ones have a bound of their own.
   */
  private final Shares eventRoom;

  @GuardedBy("lock") private final Map<TurnId, Turn> past = new LinkedHashMap<>();

  /** What the turns of sessions did that have ended, those that ended last at the end. */
  @GuardedBy("lock") private final Map<SessionKey, SessionWork> sessions = new LinkedHashMap<>();

  /** What the events of those take, which get no more. */
  @GuardedBy("lock") private long pastBytes;

  private final CompletableFuture<Boolean> drained = new CompletableFuture<>();
  private volatile boolean closed;

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
    var principal = caller.principal();
    places.take(principal);
    try {
      var id =
          TurnId.of(
              request.agent(), request.session(), options.time().wall(), counter.incrementAndGet());
      return new Turn(this, options, id, request, parent);
    } catch (RuntimeException | Error e) {
      // It will not end, and so would keep its place.
      places.give(principal);
      throw e;
    }
  }

  private void began(Turn turn) {
    active.put(turn.id(), turn);
    turn.begin();
    // The other party: the close, which may have looked before this was there.
    if (closed) {
      turn.abort(AbortReason.SERVER_SHUTDOWN);
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
    places.check(request.caller().principal());
  }

  /** A turn of another principal is one that is not there. */
  private @Nullable Turn parent(TurnRequest request) throws UnknownTurnException {
    var id = request.parent();
    if (id == null) {
      return null;
    }
    var parent = active.get(id);
    if (parent == null
        || !parent.request().caller().principal().equals(request.caller().principal())) {
      throw new UnknownTurnException(id);
    }
    return parent;
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
    return active.values().stream()
        .map(Turn::details)
        .sorted(Comparator.comparing(TurnDetails::startedAt))
        .toList();
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
              .sorted(Comparator.comparing(Turn::startedAt))
              .toList();
    } finally {
      lock.unlock();
    }
    // A turn that ends meanwhile is counted as running: it is not among those before.
    return Stream.concat(Stream.ofNullable(before), running.stream().map(SessionWork::of))
        .reduce(SessionWork::and)
        .orElseGet(() -> SessionWork.of(turn));
  }

  /** {@return the turn of that id, if it runs, or has ended of late} */
  public Optional<Turn> find(TurnId id) {
    var running = active.get(id);
    if (running != null) {
      return Optional.of(running);
    }
    lock.lock();
    try {
      return Optional.ofNullable(past.get(id));
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
    var turn = active.get(id);
    if (turn == null) {
      return false;
    }
    var _ = turn.abort(reason);
    return true;
  }

  void ended(Turn turn) {
    var work = SessionWork.of(turn);
    lock.lock();
    try {
      addLocked(turn.request().sessionKey(), work);
      past.put(turn.id(), turn);
      pastBytes += turn.eventBytes();
      while (past.size() > TurnOptions.MOST_ENDED || pastBytes > TurnOptions.MOST_ENDED_BYTES) {
        forgetLocked(past.keySet().iterator().next());
      }
      // After it is among the past ones: whoever looks finds it in the one place or the other.
      active.remove(turn.id());
    } finally {
      lock.unlock();
    }
    places.give(turn.request().caller().principal());
    lookWhetherDrained();
    // The id alone: the turn, with its events, is gone once others have taken its room.
    var id = turn.id();
    var _ = options.time().after(TurnOptions.READABLE, () -> forget(id));
  }

  @GuardedBy("lock") private void addLocked(SessionKey session, SessionWork work) {
    var before = sessions.remove(session);
    sessions.put(session, before == null ? work : before.and(work));
    if (sessions.size() > TurnOptions.MOST_SESSIONS) {
      sessions.remove(sessions.keySet().iterator().next());
    }
  }

  private void forget(TurnId id) {
    lock.lock();
    try {
      forgetLocked(id);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void forgetLocked(TurnId id) {
    var forgotten = past.remove(id);
    if (forgotten != null) {
      pastBytes -= forgotten.eventBytes();
    }
  }

  /**
   * Aborts each turn that begins from now on, and lets those end that run.
   *
   * @return complete once they have
   */
  public CompletionStage<Boolean> drain() {
    closed = true;
    lookWhetherDrained();
    return drained;
  }

  /** The parties: the last turn to end, and whoever drains. */
  private void lookWhetherDrained() {
    if (closed && active.isEmpty()) {
      drained.complete(true);
    }
  }

  /** Aborts every turn, and each that begins from now on. Does not wait. */
  @Override
  public void close() {
    closed = true;
    active.values().forEach(turn -> turn.abort(AbortReason.SERVER_SHUTDOWN));
  }
}
