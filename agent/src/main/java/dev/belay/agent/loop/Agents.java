package dev.belay.agent.loop;

import dev.belay.agent.loop.Calls.ToolFilter;
import dev.belay.agent.model.Model;
import dev.belay.agent.session.ChatSessions;
import dev.belay.agent.session.ChatSessions.BusySessionException;
import dev.belay.agent.session.ChatSessions.FullSessionsException;
import dev.belay.agent.session.ChatSessions.SessionKey;
import dev.belay.agent.session.ChatSessions.Stay;
import dev.belay.config.AgentSettings;
import dev.belay.config.AgentsSettings;
import dev.belay.config.ModelSettings;
import dev.belay.core.call.Caller;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.ToolUse;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnHold;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.gateway.listing.ListFailed;
import dev.belay.gateway.turn.AskedTool;
import dev.belay.gateway.turn.OfferedTool;
import java.io.Serial;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The configured agents: each message to one begins a turn on its own thread.
 *
 * <p>Thread-safe. Turns end with their registry.
 */
public final class Agents {
  private final TurnRegistry registry;
  private final ChatSessions sessions;
  private final LoopTools tools;
  private final Supplier<AgentsSettings> settings;
  private final Function<ModelSettings, Model> models;
  private final ThreadFactory threads;
  private final Consumer<String> report;

  /**
   * Creates the agents.
   *
   * @param settings the current configuration, read for each message
   * @param models maps settings to a model, for each turn
   * @param threads creates a virtual thread per turn
   * @param report receives log lines
   */
  public Agents(
      TurnRegistry registry,
      ChatSessions sessions,
      LoopTools tools,
      Supplier<AgentsSettings> settings,
      Function<ModelSettings, Model> models,
      ThreadFactory threads,
      Consumer<String> report) {
    this.registry = registry;
    this.sessions = sessions;
    this.tools = tools;
    this.settings = settings;
    this.models = models;
    this.threads = threads;
    this.report = report;
  }

  /** {@return the current configuration} */
  public AgentsSettings settings() {
    return settings.get();
  }

  /** {@return the conversations} */
  public ChatSessions sessions() {
    return sessions;
  }

  /**
   * {@return the agent of a name; the first one for null}
   *
   * @throws UnknownAgentException if there is none
   */
  public AgentSettings named(@Nullable String agent) throws UnknownAgentException {
    var known = settings.get();
    return agent == null
        ? known.agents().getFirst()
        : known.agent(agent).orElseThrow(() -> new UnknownAgentException(agent, known));
  }

  /**
   * Starts to answer a message.
   *
   * @throws UnknownAgentException if its agent is not configured
   * @throws BusySessionException if another turn uses its conversation
   * @throws FullSessionsException if there is no room for another conversation
   * @throws UnknownTurnException if its parent turn is not running
   * @throws CyclicTurnException if it would wait for itself, or is nested too deep
   * @throws dev.belay.core.turn.TooManyTurnsException if its principal has too many turns running
   */
  public RunningTurn begin(Asked asked)
      throws UnknownAgentException,
          BusySessionException,
          FullSessionsException,
          UnknownTurnException,
          CyclicTurnException {
    var request = asked.turn();
    var agent = named(request.agent());
    // Before the conversation is entered: a cyclic turn would find it busy.
    registry.check(request);
    var key = new SessionKey(request.caller().principal(), agent.name(), request.session());
    var stay = asked.isKept() ? sessions.enter(key) : sessions.apart(key);
    TurnHold held;
    try {
      // Held, so that even after an immediate abort the conversation is free when the turn ends.
      held = registry.beginHeld(request);
    } catch (UnknownTurnException | CyclicTurnException | RuntimeException e) {
      stay.close();
      throw e;
    }
    stay.begun(held.turn().id());
    return start(held, stay, agent, asked.message());
  }

  private RunningTurn start(TurnHold held, Stay stay, AgentSettings agent, String message) {
    var turn = held.turn();
    var calls = new Calls(tools, ToolFilter.of(agent), agent.name(), turn.request().caller());
    var loop = new AgentLoop(held, stay, agent, () -> model(agent), calls, report);
    var thread = threads.newThread(() -> loop.run(message));
    thread.setName("belay-turn-" + turn.id());
    thread.start();
    return new RunningTurn(turn, loop.answer());
  }

  /** {@return the agent's model as currently configured; null if there is none} */
  private @Nullable Model model(AgentSettings agent) {
    var known = settings.get();
    return known.model(agent.model()).map(models).orElse(null);
  }

  /**
   * A message to an agent.
   *
   * @param turn the agent, conversation, caller and time limit
   * @param message the text; not blank
   * @param isKept whether the conversation is kept after the answer
   */
  public record Asked(TurnRequest turn, String message, boolean isKept) {}

  /**
   * A running turn.
   *
   * @param answer completes when the turn has ended, with the text of the model's last message,
   *     possibly empty; never exceptionally
   */
  public record RunningTurn(Turn turn, CompletionStage<String> answer) {}

  /** Thrown for the name of an agent that is not configured. */
  public static final class UnknownAgentException extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    UnknownAgentException(String name, AgentsSettings known) {
      super(
          "there is no agent '%s'; there are %s"
              .formatted(
                  name,
                  known.agents().stream()
                      .map(AgentSettings::name)
                      .collect(Collectors.joining(", "))));
    }
  }

  /** The tools available to agents. Thread-safe. */
  public interface LoopTools {
    /**
     * {@return the tools that a principal may use now}
     *
     * @throws ListFailed if they cannot be listed; the message says why
     */
    List<OfferedTool> offered(String principal) throws ListFailed, InterruptedException;

    /**
     * {@return the calls on behalf of a caller, ready for a turn, in order}
     *
     * <p>A call of an unknown tool is included and fails when run.
     */
    List<ToolUse> uses(Caller caller, List<AskedTool> asked) throws InterruptedException;
  }
}
