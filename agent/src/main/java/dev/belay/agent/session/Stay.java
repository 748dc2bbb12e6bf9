package dev.belay.agent.session;

import dev.belay.agent.history.History;
import dev.belay.core.turn.TurnId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One turn in one conversation, from before it begins until it says nothing more: nobody else
 * answers there meanwhile.
 *
 * <p>Safe for use by many threads. Closing it twice is as closing it once.
 */
public final class Stay implements AutoCloseable {
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

  /** {@return the turn, for which this waits as long as it takes to begin; empty if it did not} */
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
