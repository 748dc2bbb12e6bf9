package dev.belay.core.turn;

import dev.belay.core.call.Caller;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request for a turn, with its terms.
 *
 * @param agent the agent of the turn
 * @param session the conversation that it belongs to
 * @param caller the caller of its calls
 * @param parent the turn that waits for this one, which is aborted with it (S1-105); null for none
 * @param limit how long all of it may take; zero for no limit
 */
public record TurnRequest(
    String agent, String session, Caller caller, @Nullable TurnId parent, Duration limit) {
  /** Default time limit of a turn. */
  public static final Duration LIMIT = Duration.ofSeconds(1_800);

  /** {@return a turn of that agent and session for the person at this machine} */
  public static TurnRequest of(String agent, String session) {
    return new TurnRequest(agent, session, Caller.LOCAL, null, LIMIT);
  }

  /** {@return this request for another caller} */
  public TurnRequest withCaller(Caller other) {
    return new TurnRequest(agent, session, other, parent, limit);
  }

  /** {@return this request as a child of another turn} */
  public TurnRequest within(TurnId other) {
    return new TurnRequest(agent, session, caller, other, limit);
  }

  /** {@return this request with another limit} */
  public TurnRequest withLimit(Duration other) {
    return new TurnRequest(agent, session, caller, parent, other);
  }

  /** {@return whether the other turn belongs to the same conversation of the same principal} */
  boolean isOfSession(TurnRequest other) {
    return sessionKey().equals(other.sessionKey());
  }

  SessionKey sessionKey() {
    return new SessionKey(caller.principal(), agent, session);
  }

  /** A conversation of one principal. */
  record SessionKey(String principal, String agent, String session) {}

  /** {@return the agent and the conversation, for display} */
  String place() {
    return agent + ":" + session;
  }
}
