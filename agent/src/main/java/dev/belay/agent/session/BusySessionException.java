package dev.belay.agent.session;

import dev.belay.core.turn.TurnId;
import java.io.Serial;

/** A conversation in which a turn is under way was to be used by another one, or forgotten. */
public final class BusySessionException extends Exception {
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
