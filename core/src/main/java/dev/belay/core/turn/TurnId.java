package dev.belay.core.turn;

import java.time.Instant;

/**
 * Names one turn: {@code agent:session:epochMs-n} (S1-41, C30).
 *
 * <p>The counter keeps two turns of one millisecond apart. Agents and sessions may have colons of
 * their own, so an id is compared, never taken to pieces.
 */
public record TurnId(String text) {
  static TurnId of(String agent, String session, Instant startedAt, long counter) {
    return new TurnId(agent + ":" + session + ":" + startedAt.toEpochMilli() + "-" + counter);
  }

  @Override
  public String toString() {
    return text;
  }
}
