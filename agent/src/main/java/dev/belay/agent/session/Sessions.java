package dev.belay.agent.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.agent.history.History;
import dev.belay.agent.history.HistoryBounds;
import dev.belay.core.turn.TurnId;
import java.io.Serial;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The conversations of this program, in memory: at most {@link #MOST_OF_ONE} of a principal, of
 * which the one unused for longest makes room, and {@link #MOST} of all, where the principal that
 * has most makes room: whoever begins many ends nobody else's.
 *
 * <p>Safe for use by many threads. In each of them one turn is under way at most.
 */
public final class Sessions {
  /** More conversations are not kept. */
  public static final int MOST = 1_000;

  /** More conversations of one principal are not kept. */
  public static final int MOST_OF_ONE = 200;

  private final ReentrantLock lock = new ReentrantLock();

  /** Those used last at the end. */
  @GuardedBy("lock") private final Map<SessionKey, History> all =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);

  @GuardedBy("lock") private final Map<SessionKey, Stay> busy = new HashMap<>();

  private final HistoryBounds bounds;

  /**
   * Begins with none.
   *
   * @param bounds how much is kept of each
   */
  public Sessions(HistoryBounds bounds) {
    this.bounds = bounds;
  }

  /**
   * Enters a conversation, which begins with that if there is none of that name.
   *
   * @return to be closed when the turn says nothing more, or does not begin
   * @throws BusySessionException if another turn is in it
   * @throws FullSessionsException if it would be one too many
   */
  public Stay enter(SessionKey key) throws BusySessionException, FullSessionsException {
    while (true) {
      Stay other;
      lock.lock();
      try {
        other = busy.get(key);
        if (other == null) {
          return enterLocked(key);
        }
      } finally {
        lock.unlock();
      }
      throwIfBegun(other);
    }
  }

  /** {@return a conversation that is not among the others, and is forgotten with its turn} */
  public Stay apart(SessionKey key) {
    return new Stay(this, key, new History(bounds));
  }

  /** The other party: whoever was there first, and may find that its turn cannot begin. */
  private static void throwIfBegun(Stay other) throws BusySessionException {
    var turn = other.turn();
    if (turn.isPresent()) {
      throw new BusySessionException(other.key(), turn.get());
    }
  }

  @GuardedBy("lock") private Stay enterLocked(SessionKey key) throws FullSessionsException {
    @Nullable History history = all.get(key);
    if (history == null) {
      makeRoomLocked(key.principal());
      history = new History(bounds);
      all.put(key, history);
    }
    var stay = new Stay(this, key, history);
    busy.put(key, stay);
    return stay;
  }

  @GuardedBy("lock") private void makeRoomLocked(String principal) throws FullSessionsException {
    var counts = new HashMap<String, Integer>();
    all.keySet().forEach(key -> counts.merge(key.principal(), 1, Integer::sum));
    if (counts.getOrDefault(principal, 0) >= MOST_OF_ONE) {
      forgetOneLocked(Map.of(principal, MOST_OF_ONE));
    } else if (all.size() >= MOST) {
      forgetOneLocked(counts);
    }
  }

  /** Forgets what was unused for longest of whoever has most of these, and one that can go. */
  @GuardedBy("lock") private void forgetOneLocked(Map<String, Integer> counts) throws FullSessionsException {
    int most = 0;
    SessionKey oldest = null;
    for (var key : all.keySet()) {
      int count = counts.getOrDefault(key.principal(), 0);
      if (count > most && !busy.containsKey(key)) {
        most = count;
        oldest = key;
      }
    }
    if (oldest == null) {
      throw new FullSessionsException(counts.values().stream().mapToInt(Integer::intValue).sum());
    }
    all.remove(oldest);
  }

  void leave(Stay stay) {
    lock.lock();
    try {
      busy.remove(stay.key(), stay);
    } finally {
      lock.unlock();
    }
  }

  /** {@return what was said in the conversation of that name, if there is one} */
  public Optional<History> find(SessionKey key) {
    lock.lock();
    try {
      return Optional.ofNullable(all.get(key));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Forgets all that was said in a conversation.
   *
   * @return false if there is none of that name
   * @throws BusySessionException if a turn is in it
   */
  public boolean forget(SessionKey key) throws BusySessionException {
    while (true) {
      Stay other;
      lock.lock();
      try {
        other = busy.get(key);
        if (other == null) {
          return all.remove(key) != null;
        }
      } finally {
        lock.unlock();
      }
      throwIfBegun(other);
    }
  }

  /**
   * One turn in one conversation, from before it begins until it says nothing more: nobody else
   * answers there meanwhile.
   *
   * <p>Safe for use by many threads. Closing it twice is as closing it once.
   */
  public static final class Stay implements AutoCloseable {
    private final Sessions sessions;
    private final SessionKey key;
    private final History history;

    /** The turn, once it has begun; empty if it never does. */
    private final CompletableFuture<Optional<TurnId>> turn = new CompletableFuture<>();

    Stay(Sessions sessions, SessionKey key, History history) {
      this.sessions = sessions;
      this.key = key;
      this.history = history;
    }

    /** {@return what was said} */
    public History history() {
      return history;
    }

    /** {@return whose conversation it is, and what it is called} */
    SessionKey key() {
      return key;
    }

    /** The turn has begun. */
    public void begun(TurnId id) {
      turn.complete(Optional.of(id));
    }

    /**
     * {@return the turn, for which this waits as long as it takes to begin; empty if it did not}
     */
    Optional<TurnId> turn() {
      return turn.join();
    }

    /** Leaves the conversation to the next turn. */
    @Override
    public void close() {
      sessions.leave(this);
      turn.complete(Optional.empty());
    }
  }

  /**
   * Names one conversation.
   *
   * @param principal whose it is: nobody else can see it
   * @param agent who answers
   * @param session the name that its owner gave it
   */
  public record SessionKey(String principal, String agent, String session) {}

  /** A conversation in which a turn is under way was to be used by another one, or forgotten. */
  public static final class BusySessionException extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    private final transient TurnId turn;

    BusySessionException(SessionKey key, TurnId turn) {
      super(
          "Session '%s' of agent '%s' answers another message right now, in turn %s; wait for it, abort it, or use another session"
              .formatted(key.session(), key.agent(), turn));
      this.turn = turn;
    }

    /** {@return the turn that is under way} */
    public TurnId turn() {
      return turn;
    }
  }

  /**
   * There are as many conversations as there may be, of one principal or of all, and in each of
   * them a turn is under way.
   */
  public static final class FullSessionsException extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    FullSessionsException(int sessions) {
      super(sessions + " sessions answer messages right now; try again when some have ended");
    }
  }
}
