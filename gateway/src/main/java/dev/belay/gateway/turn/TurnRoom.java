package dev.belay.gateway.turn;

import dev.belay.core.turn.TurnRegistry;
import dev.belay.gateway.rest.Answer;
import dev.belay.http.route.Response;

/**
 * How many turns one principal may have under way, of whatever kind.
 *
 * @param registry has those that are
 */
public record TurnRoom(TurnRegistry registry) {
  /** Whoever has more of them under way is turned away. */
  static final int MOST = 100;

  /** {@return whether there is room for one more; if not, that has been answered} */
  public boolean isFor(String principal, Response response) {
    if (registry.count(principal) < MOST) {
      return true;
    }
    Answer.error(
        response, 503, "too many turns of yours run already (" + MOST + "); abort some, or wait");
    return false;
  }
}
