package dev.belay.agent.chat;

import dev.belay.agent.history.AnthropicShape;
import dev.belay.agent.loop.Agents;
import dev.belay.agent.loop.UnknownAgentException;
import dev.belay.agent.session.BusySessionException;
import dev.belay.agent.session.SessionKey;
import dev.belay.config.AgentSettings;
import dev.belay.config.AgentsSettings;
import dev.belay.config.ModelSettings;
import dev.belay.gateway.rest.Answer;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.http.route.Routes;
import dev.belay.http.route.UrlText;
import dev.belay.mcp.envelope.JsonText;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/agents} and everything under {@code /api/sessions}. Safe for use by many threads.
 *
 * <p>A conversation is its owner's alone: of anybody else it is one that is not there.
 */
public final class ChatApi {
  private static final PathPattern ONE = PathPattern.of("/api/sessions/{id}");

  private final Agents agents;
  private final Route chat;
  private final Access access;

  /**
   * Puts the API before those agents.
   *
   * @param limit how long a turn may take at most, as configured now; zero is without limit
   * @param pace lets only so many messages of one principal through
   * @param report gets a line for the log
   */
  public ChatApi(
      Agents agents,
      Supplier<Duration> limit,
      Access access,
      UnaryOperator<Route> pace,
      Consumer<String> report) {
    this.agents = agents;
    this.access = access;
    chat = pace.apply(new ChatRoute(agents, limit, report));
  }

  /** {@return these and its routes} */
  public Routes on(Routes others) {
    return others
        .with("POST", "/api/sessions/stream", guarded(chat))
        .with("GET", "/api/agents", guarded(this::known))
        .with("GET", ONE, guarded(this::history))
        .with("DELETE", ONE, guarded(this::forget));
  }

  private Guarded guarded(Route route) {
    return new Guarded(access, route);
  }

  private void known(Request request, Response response) {
    var settings = agents.settings();
    var all = settings.agents().stream().map(agent -> agent(agent, settings)).toList();
    Answer.json(response, 200, new JsonText().objects("agents", all));
  }

  private static JsonText agent(AgentSettings agent, AgentsSettings settings) {
    var json = new JsonText().text("agentId", agent.name()).text("model", agent.model());
    settings
        .model(agent.model())
        .map(ModelSettings::provider)
        .ifPresent(provider -> json.text("provider", provider.name().toLowerCase(Locale.ROOT)));
    return json;
  }

  private void history(Request request, Response response) {
    var key = key(request, response);
    if (key == null) {
      return;
    }
    var history = agents.sessions().find(key);
    if (history.isEmpty()) {
      unknown(response);
      return;
    }
    Answer.json(
        response,
        200,
        new JsonText()
            .text("agentId", key.agent())
            .text("sessionId", key.session())
            .raw("messages", AnthropicShape.write(history.get().messages()).toString()));
  }

  private void forget(Request request, Response response) {
    var key = key(request, response);
    if (key == null) {
      return;
    }
    try {
      if (agents.sessions().forget(key)) {
        Answer.json(
            response, 200, new JsonText().flag("ok", true).text("sessionId", key.session()));
      } else {
        unknown(response);
      }
    } catch (BusySessionException e) {
      Busy.answer(response, e);
    }
  }

  private static void unknown(Response response) {
    Answer.error(response, 404, "Session not found");
  }

  /** {@return which conversation is meant; null if it is none, which has been answered then} */
  private @Nullable SessionKey key(Request request, Response response) {
    try {
      var agent = agents.named(UrlText.parameter(request.query(), "agentId"));
      var id = UrlText.decoded(Objects.requireNonNull(ONE.parameter(request.path())));
      return new SessionKey(request.requireCaller().principal(), agent.name(), id);
    } catch (UnknownAgentException e) {
      Answer.error(response, 404, String.valueOf(e.getMessage()));
      return null;
    }
  }
}
