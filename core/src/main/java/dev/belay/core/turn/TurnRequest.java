package dev.belay.core.turn;

import dev.belay.core.call.Caller;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Who begins a turn, and on what terms.
 *
 * @param agent whose turn it is
 * @param session the conversation that it belongs to
 * @param caller on whose behalf its calls are made
 * @param parent the turn that waits for this one, which is aborted with it (S1-105); null for none
 * @param limit how long all of it may take; zero is without limit
 */
public record TurnRequest(
    String agent, String session, Caller caller, @Nullable TurnId parent, Duration limit) {
  /** How long a turn may take unless told otherwise. */
  public static final Duration LIMIT = Duration.ofSeconds(1_800);

  /** {@return a turn of that agent and session for the person at this machine} */
  public static TurnRequest of(String agent, String session) {
    return new TurnRequest(agent, session, Caller.LOCAL, null, LIMIT);
  }

  /** {@return this request on behalf of another caller} */
  public TurnRequest withCaller(Caller other) {
    return new TurnRequest(agent, session, other, parent, limit);
  }

  /** {@return this request as part of another turn} */
  public TurnRequest within(TurnId other) {
    return new TurnRequest(agent, session, caller, other, limit);
  }

  /** {@return this request with another limit} */
  public TurnRequest withLimit(Duration other) {
    return new TurnRequest(agent, session, caller, parent, other);
  }

  /** {@return whether the other turn is of the same conversation of the same principal} */
  boolean isOfSession(TurnRequest other) {
    return sessionKey().equals(other.sessionKey());
  }

  SessionKey sessionKey() {
    return new SessionKey(caller.principal(), agent, session);
  }

  /** A conversation of one principal. */
  record SessionKey(String principal, String agent, String session) {}

  /** {@return whose turn it is, and in which conversation, as people read it} */
  String place() {
    return agent + ":" + session;
  }
}
