package dev.belay.agent.loop;

import dev.belay.agent.model.Model;
import dev.belay.agent.session.BusySessionException;
import dev.belay.agent.session.FullSessionsException;
import dev.belay.agent.session.SessionKey;
import dev.belay.agent.session.Sessions;
import dev.belay.agent.session.Stay;
import dev.belay.config.AgentSettings;
import dev.belay.config.AgentsSettings;
import dev.belay.config.ModelSettings;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.TurnHold;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.UnknownTurnException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who can be talked to: each message begins a turn on a thread of its own.
 *
 * <p>Safe for use by many threads. Turns end with their registry.
 */
public final class Agents {
  private final TurnRegistry registry;
  private final Sessions sessions;
  private final LoopTools tools;
  private final Supplier<AgentsSettings> settings;
  private final Function<ModelSettings, Model> models;
  private final ThreadFactory threads;
  private final Consumer<String> report;

  /**
   * Begins with nobody talked to.
   *
   * @param settings who is configured now: a message goes by what holds when it comes
   * @param models gives the model of its settings, for each turn
   * @param threads for turns: a virtual thread for each
   * @param report gets a line for the log
   */
  public Agents(
      TurnRegistry registry,
      Sessions sessions,
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

  /** {@return who is configured now} */
  public AgentsSettings settings() {
    return settings.get();
  }

  /** {@return the conversations} */
  public Sessions sessions() {
    return sessions;
  }

  /**
   * {@return the agent of that name; the first one for null}
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
   * Begins to answer a message.
   *
   * @throws UnknownAgentException if it is for nobody
   * @throws BusySessionException if another message of its conversation is being answered
   * @throws FullSessionsException if its conversation would be one too many
   * @throws UnknownTurnException if its parent does not run
   * @throws CyclicTurnException if it would wait for itself, or stands below too many others
   * @throws dev.belay.core.turn.TooManyTurnsException if its principal has too many under way
   */
  public RunningTurn begin(Asked asked)
      throws UnknownAgentException,
          BusySessionException,
          FullSessionsException,
          UnknownTurnException,
          CyclicTurnException {
    var request = asked.turn();
    var agent = named(request.agent());
    // Before its conversation is looked for, which a turn that waits for itself finds in use.
    registry.check(request);
    var key = new SessionKey(request.caller().principal(), agent.name(), request.session());
    var stay = asked.isKept() ? sessions.enter(key) : sessions.apart(key);
    TurnHold held;
    try {
      // Held: who aborts it at once finds its conversation free when it ends, too.
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

  /** {@return the model of that agent as it is configured now; null if it is not} */
  private @Nullable Model model(AgentSettings agent) {
    var known = settings.get();
    return known.model(agent.model()).map(models).orElse(null);
  }
}
