package dev.belay.cli.server;

import dev.belay.agent.chat.ChatApi;
import dev.belay.agent.delegate.SessionTools;
import dev.belay.agent.history.HistoryBounds;
import dev.belay.agent.loop.Agents;
import dev.belay.agent.loop.Agents.LoopTools;
import dev.belay.agent.model.Model;
import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.ModelException.ModelTrouble;
import dev.belay.agent.model.provider.Models;
import dev.belay.agent.model.script.ScriptException;
import dev.belay.agent.model.script.ScriptedModel;
import dev.belay.agent.session.ChatSessions;
import dev.belay.config.ModelSettings;
import dev.belay.config.Settings;
import dev.belay.core.call.Caller;
import dev.belay.core.time.Time;
import dev.belay.core.turn.ToolUse;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.gateway.listing.ListFailed;
import dev.belay.gateway.turn.AskedTool;
import dev.belay.gateway.turn.OfferedTool;
import dev.belay.gateway.turn.TurnTools;
import dev.belay.http.route.Access;
import dev.belay.http.route.Route;
import dev.belay.observe.status.SessionStatus;
import dev.belay.process.tree.Grace;
import dev.belay.tools.declare.Tools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * The object graph of agents, their models and conversations. A provider's library is loaded only
 * when a model of that provider is first asked.
 *
 * <p>Safe for use by many threads.
 */
final class AgentParts {
  private final Supplier<Settings> settings;
  private final Time time;
  private final Models models;
  private final TurnTools tools;
  private final Agents agents;

  /**
   * Creates the graph; no provider is contacted yet.
   *
   * @param servers tools of servers, which turns have besides those of this program
   * @param status tells a model the state of its turn
   * @param settings the current configuration
   */
  AgentParts(
      TurnRegistry turns,
      TurnTools servers,
      OwnMembers own,
      SessionStatus status,
      Supplier<Settings> settings,
      RandomGenerator random,
      Consumer<String> report,
      Time time) {
    this.settings = settings;
    this.time = time;
    models = new Models(time, random, report, this::scripted);
    var delegating = new SessionTools(this::agents, this::limit);
    tools =
        servers.with(
            own.ofTurns(
                settings, () -> Tools.builder().add(status.tool()).add(delegating).build()));
    agents =
        new Agents(
            turns,
            new ChatSessions(HistoryBounds.defaults()),
            new Offered(tools),
            () -> settings.get().agents(),
            models::of,
            Thread.ofVirtual().factory(),
            report);
  }

  private Agents agents() {
    return agents;
  }

  private Duration limit() {
    return settings.get().turns().limit();
  }

  private Model scripted(ModelSettings model) {
    var file = model.script();
    if (file == null) {
      return ScriptedModel.builtIn(time);
    }
    // Read each time, so that an edited script takes effect at once.
    return (prompt, onText, stop) -> read(file).ask(prompt, onText, stop);
  }

  private Model read(Path file) throws ModelException {
    try {
      return ScriptedModel.load(file, time);
    } catch (ScriptException e) {
      throw new ModelException(ModelTrouble.REFUSED, String.valueOf(e.getMessage()));
    }
  }

  /** {@return all tools that turns have} */
  TurnTools tools() {
    return tools;
  }

  /** {@return the HTTP API for talking with the agents} */
  ChatApi api(Access access, UnaryOperator<Route> pace) {
    return new ChatApi(agents, this::limit, access, pace);
  }

  /** Applies another configuration from the next call on. */
  void replace(Settings changed) {
    tools.replace(changed);
    models.keep(changed.agents().models());
  }

  /** Adapts the tools of turns to the agents' loop. */
  private record Offered(TurnTools all) implements LoopTools {
    @Override
    public List<OfferedTool> offered(String principal) throws ListFailed, InterruptedException {
      return all.offered(principal);
    }

    @Override
    public List<ToolUse> uses(Caller caller, List<AskedTool> asked) throws InterruptedException {
      return all.uses(caller, asked);
    }
  }

  /** Closes the connections to providers and the program's own tools; turns have ended by then. */
  void close(Grace grace) throws InterruptedException {
    models.close();
    tools.close(grace);
  }
}
