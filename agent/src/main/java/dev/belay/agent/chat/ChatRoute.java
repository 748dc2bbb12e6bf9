package dev.belay.agent.chat;

import dev.belay.agent.loop.Agents;
import dev.belay.agent.loop.UnknownAgentException;
import dev.belay.agent.session.BusySessionException;
import dev.belay.agent.session.FullSessionsException;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.TooManyTurnsException;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.gateway.rest.Answer;
import dev.belay.gateway.turn.ClientLeft;
import dev.belay.gateway.turn.InvalidTurn;
import dev.belay.gateway.turn.TurnStream;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * {@code POST /api/sessions/stream}: a message to an agent, answered with the events of its turn as
 * they come.
 *
 * <p>Whoever posted it and leaves takes the turn along (S1-52). Safe for use by many threads.
 *
 * @param limit how long a turn may take at most, as configured now; zero is without limit
 * @param report gets a line for the log
 */
record ChatRoute(Agents agents, Supplier<Duration> limit, Consumer<String> report)
    implements Route {
  @Override
  public void handle(Request request, Response response) {
    var principal = request.requireCaller().principal();
    try {
      var asked = AskedMessage.of(request.body());
      var agent = agents.named(asked.agent());
      var turn = agents.begin(asked.to(agent.name(), principal, limit.get())).turn();
      response.onGone(new ClientLeft(turn, report));
      var _ = TurnStream.begin(turn, 0, response.stream(List.of()));
    } catch (InvalidTurn e) {
      Answer.error(response, 400, e.why());
    } catch (UnknownAgentException e) {
      Answer.error(response, 404, String.valueOf(e.getMessage()));
    } catch (BusySessionException e) {
      Busy.answer(response, e);
    } catch (FullSessionsException | TooManyTurnsException e) {
      Answer.error(response, 503, String.valueOf(e.getMessage()));
    } catch (UnknownTurnException | CyclicTurnException e) {
      throw new IllegalStateException("a message of a client stands below no turn", e);
    }
  }
}
