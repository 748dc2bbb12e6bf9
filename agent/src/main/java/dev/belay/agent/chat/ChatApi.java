package dev.belay.agent.chat;

import dev.belay.agent.history.AnthropicShape;
import dev.belay.agent.loop.Agents;
import dev.belay.agent.loop.Agents.Asked;
import dev.belay.agent.loop.Agents.UnknownAgentException;
import dev.belay.agent.session.ChatSessions.BusySessionException;
import dev.belay.agent.session.ChatSessions.FullSessionsException;
import dev.belay.agent.session.ChatSessions.SessionKey;
import dev.belay.config.AgentSettings;
import dev.belay.config.AgentsSettings;
import dev.belay.config.ModelSettings;
import dev.belay.core.call.Caller;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.TooManyTurnsException;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.gateway.turn.AskedBody;
import dev.belay.gateway.turn.InvalidTurn;
import dev.belay.gateway.turn.TurnStream;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.http.route.Routes;
import dev.belay.http.route.UrlText;
import dev.belay.mcp.envelope.JsonText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/agents} and everything under {@code /api/sessions}. Safe for use by many threads.
 *
 * <p>A conversation is visible to its owner only; to others it does not exist.
 */
public final class ChatApi {
  private static final PathPattern ONE = PathPattern.of("/api/sessions/{id}");

  private final Agents agents;
  private final Route chat;
  private final Access access;

  /**
   * Creates the API of these agents.
   *
   * @param limit the maximum duration of a turn as currently configured; zero for no limit
   * @param pace limits the rate of messages per principal
   */
  public ChatApi(
      Agents agents, Supplier<Duration> limit, Access access, UnaryOperator<Route> pace) {
    this.agents = agents;
    this.access = access;
    chat = pace.apply(new ChatRoute(agents, limit));
  }

  /** {@return the given routes and those of this API} */
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
    JsonAnswer.json(response, 200, new JsonText().objects("agents", all));
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
    JsonAnswer.json(
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
        JsonAnswer.json(
            response, 200, new JsonText().flag("ok", true).text("sessionId", key.session()));
      } else {
        unknown(response);
      }
    } catch (BusySessionException e) {
      Busy.answer(response, e);
    }
  }

  private static void unknown(Response response) {
    JsonAnswer.error(response, 404, "Session not found");
  }

  /**
   * {@return the key of the requested conversation; null if the request was answered with an error}
   */
  private @Nullable SessionKey key(Request request, Response response) {
    try {
      var agent = agents.named(UrlText.parameter(request.query(), "agentId"));
      var id = UrlText.decoded(Objects.requireNonNull(ONE.parameter(request.path())));
      return new SessionKey(request.requireCaller().principal(), agent.name(), id);
    } catch (UnknownAgentException e) {
      JsonAnswer.error(response, 404, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /**
   * {@code POST /api/sessions/stream}: sends a message to an agent; the response streams the events
   * of its turn.
   *
   * <p>A client that disconnects aborts the turn (S1-52), after its grace (C39). Thread-safe.
   *
   * @param limit the maximum duration of a turn as currently configured; zero for no limit
   */
  record ChatRoute(Agents agents, Supplier<Duration> limit) implements Route {
    @Override
    public void handle(Request request, Response response) {
      var principal = request.requireCaller().principal();
      try {
        var asked = AskedMessage.of(request.body());
        var agent = agents.named(asked.agent());
        var turn = agents.begin(asked.to(agent.name(), principal, limit.get())).turn();
        response.onGone(turn.attach()::leave);
        var _ = TurnStream.begin(turn, 0, response.stream(List.of()));
      } catch (InvalidTurn e) {
        JsonAnswer.error(response, 400, e.why());
      } catch (UnknownAgentException e) {
        JsonAnswer.error(response, 404, String.valueOf(e.getMessage()));
      } catch (BusySessionException e) {
        Busy.answer(response, e);
      } catch (FullSessionsException | TooManyTurnsException e) {
        JsonAnswer.error(response, 503, String.valueOf(e.getMessage()));
      } catch (UnknownTurnException | CyclicTurnException e) {
        throw new IllegalStateException("a client's message has no parent turn", e);
      }
    }
  }

  /**
   * The body of {@code POST /api/sessions/stream}.
   *
   * @param agent the addressed agent; null for the default agent
   * @param session the conversation; a new one if the body names none
   * @param limit the time limit of the answer; null if not given
   * @param grace how long the turn goes on after its clients have left
   */
  record AskedMessage(
      @Nullable String agent,
      String session,
      String message,
      @Nullable Duration limit,
      Duration grace,
      @Nullable Path workspace,
      List<Path> allowedRoots) {
    private static final Set<String> KNOWN =
        Set.of(
            "agentId",
            "sessionId",
            "message",
            "timeoutMs",
            "disconnectGraceMs",
            "workspace",
            "allowedRoots");

    /**
     * Parses a body.
     *
     * @throws InvalidTurn if it is invalid; the message names the field and the fault
     */
    static AskedMessage of(byte[] bytes) throws InvalidTurn {
      var body = AskedBody.of(bytes, KNOWN);
      var session = body.optional("sessionId");
      return new AskedMessage(
          body.optional("agentId"),
          session == null || session.isBlank() ? UUID.randomUUID().toString() : session,
          body.text("message"),
          body.limit(),
          body.grace(),
          body.path("workspace"),
          body.paths("allowedRoots"));
    }

    /**
     * {@return the message, on behalf of a principal}
     *
     * @param name the addressed agent
     * @param most the maximum duration of a turn; zero for no limit
     */
    Asked to(String name, String principal, Duration most) {
      var caller = new Caller(principal, name, session, workspace, allowedRoots, 0, null, null);
      var granted = AskedBody.granted(limit, most);
      return new Asked(
          new TurnRequest(name, session, caller, null, granted, grace),
          message,
          /* isKept= */ true);
    }
  }

  /** The response (409) to a request for a conversation in use. */
  static final class Busy {
    private Busy() {}

    static void answer(Response response, BusySessionException why) {
      JsonAnswer.json(
          response,
          409,
          new JsonText()
              .text("error", String.valueOf(why.getMessage()))
              .text("turnId", why.turn().text()));
    }
  }
}
