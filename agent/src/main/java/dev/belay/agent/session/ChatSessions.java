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
 * The conversations, in memory: at most {@link #MOST_OF_ONE} per principal and {@link #MOST} in
 * total. At the first limit, the principal's least recently used one is dropped; at the second, one
 * of the principal with most, so that no principal displaces those of others.
 *
 * <p>Thread-safe. Each conversation has at most one running turn.
 */
public final class ChatSessions {
  /** Maximum number of conversations. */
  public static final int MOST = 1_000;

  /** Maximum number of conversations per principal. */
  public static final int MOST_OF_ONE = 200;

  private final ReentrantLock lock = new ReentrantLock();

  /** Least recently used first. */
  @GuardedBy("lock") private final Map<SessionKey, History> all =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);

  @GuardedBy("lock") private final Map<SessionKey, Stay> busy = new HashMap<>();

  private final HistoryBounds bounds;

  /**
   * Creates an empty store.
   *
   * @param bounds the maximum size of each conversation
   */
  public ChatSessions(HistoryBounds bounds) {
    this.bounds = bounds;
  }

  /**
   * Enters a conversation, creating it if absent.
   *
   * @return the stay, to be closed when the turn has ended or fails to begin
   * @throws BusySessionException if another turn uses it
   * @throws FullSessionsException if there is no room for it
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

  /** {@return a conversation that is not stored and ends with its turn} */
  public Stay apart(SessionKey key) {
    return new Stay(this, key, new History(bounds));
  }

  /** Waits for the earlier stay, whose turn may still fail to begin. */
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

  /** Drops the least recently used idle conversation of the principal with the highest count. */
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

  /** {@return the history of a conversation, if it exists} */
  public Optional<History> find(SessionKey key) {
    lock.lock();
    try {
      return Optional.ofNullable(all.get(key));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Deletes a conversation.
   *
   * @return false if it does not exist
   * @throws BusySessionException if a turn uses it
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
   * Exclusive use of a conversation by one turn, from before it begins until it has ended.
   *
   * <p>Thread-safe. Closing is idempotent.
   */
  public static final class Stay implements AutoCloseable {
    private final ChatSessions sessions;
    private final SessionKey key;
    private final History history;

    /** The turn once begun; empty if it fails to begin. */
    private final CompletableFuture<Optional<TurnId>> turn = new CompletableFuture<>();

    Stay(ChatSessions sessions, SessionKey key, History history) {
      this.sessions = sessions;
      this.key = key;
      this.history = history;
    }

    /** {@return the history} */
    public History history() {
      return history;
    }

    /** {@return the key of the conversation} */
    SessionKey key() {
      return key;
    }

    /** Records that the turn has begun. */
    public void begun(TurnId id) {
      turn.complete(Optional.of(id));
    }

    /** {@return the turn, after waiting for its begin; empty if it failed to begin} */
    Optional<TurnId> turn() {
      return turn.join();
    }

    /** Releases the conversation. */
    @Override
    public void close() {
      sessions.leave(this);
      turn.complete(Optional.empty());
    }
  }

  /**
   * The key of a conversation.
   *
   * @param principal the owner, who alone can see it
   * @param agent the answering agent
   * @param session the name given by the owner
   */
  public record SessionKey(String principal, String agent, String session) {}

  /** Thrown for a conversation in use by a running turn. */
  public static final class BusySessionException extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    private final transient TurnId turn;

    BusySessionException(SessionKey key, TurnId turn) {
      super(
          "Session '%s' of agent '%s' answers another message right now, in turn %s; wait for it, abort it, or use another session"
              .formatted(key.session(), key.agent(), turn));
      this.turn = turn;
    }

    /** {@return the running turn} */
    public TurnId turn() {
      return turn;
    }
  }

  /**
   * Thrown when the maximum number of conversations, of one principal or in total, is reached and
   * all of them are in use.
   */
  public static final class FullSessionsException extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    FullSessionsException(int sessions) {
      super(sessions + " sessions answer messages right now; try again when some have ended");
    }
  }
}
