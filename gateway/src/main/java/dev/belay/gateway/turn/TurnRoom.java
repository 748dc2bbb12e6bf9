package dev.belay.gateway.turn;

import dev.belay.core.turn.TurnRegistry;
import dev.belay.gateway.rest.Answer;
import dev.belay.http.route.Response;
import java.util.Optional;

/**
 * How many turns one principal may have under way, of whatever kind.
 *
 * @param registry has those that are
 */
public record TurnRoom(TurnRegistry registry) {
  /** Whoever has more of them under way is turned away. */
  static final int MOST = 100;

  /** {@return why there is no room for one more; empty if there is} */
  public Optional<String> refusal(String principal) {
    return registry.count(principal) < MOST
        ? Optional.empty()
        : Optional.of("too many turns of yours run already (" + MOST + "); abort some, or wait");
  }

  /** {@return whether there is room for one more; if not, that has been answered} */
  public boolean isFor(String principal, Response response) {
    var refusal = refusal(principal);
    refusal.ifPresent(why -> Answer.error(response, 503, why));
    return refusal.isEmpty();
  }
}
