package dev.belay.core.turn;

import java.time.Instant;

/**
 * The id of one turn: {@code agent:session:epochMs-n} (S1-41, C30).
 *
 * <p>The counter keeps two turns of one millisecond apart. Agents and sessions may contain colons,
 * so an id is compared, never parsed.
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
