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
 * @param grace how long it goes on after its clients have left; zero: until the client that posted
 *     it leaves
 */
public record TurnRequest(
    String agent,
    String session,
    Caller caller,
    @Nullable TurnId parent,
    Duration limit,
    Duration grace) {
  /** Default time limit of a turn. */
  public static final Duration LIMIT = Duration.ofSeconds(1_800);

  /** The longest grace (C39). */
  public static final Duration MOST_GRACE = Duration.ofMinutes(5);

  /** Creates a request without grace. */
  public TurnRequest(
      String agent, String session, Caller caller, @Nullable TurnId parent, Duration limit) {
    this(agent, session, caller, parent, limit, Duration.ZERO);
  }

  /** {@return a turn of that agent and session for the person at this machine} */
  public static TurnRequest of(String agent, String session) {
    return new TurnRequest(agent, session, Caller.LOCAL, null, LIMIT);
  }

  /** {@return this request for another caller} */
  public TurnRequest withCaller(Caller other) {
    return new TurnRequest(agent, session, other, parent, limit, grace);
  }

  /** {@return this request as a child of another turn} */
  public TurnRequest within(TurnId other) {
    return new TurnRequest(agent, session, caller, other, limit, grace);
  }

  /** {@return this request with another limit} */
  public TurnRequest withLimit(Duration other) {
    return new TurnRequest(agent, session, caller, parent, other, grace);
  }

  /** {@return this request with another grace} */
  public TurnRequest withGrace(Duration other) {
    return new TurnRequest(agent, session, caller, parent, limit, other);
  }

  /** {@return whether the turn goes on while a client of that principal reads its events} */
  public boolean isKeptBy(String principal) {
    return grace.isPositive() && caller.principal().equals(principal);
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
