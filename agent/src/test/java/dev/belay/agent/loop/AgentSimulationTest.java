package dev.belay.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.delegate.SessionTools;
import dev.belay.agent.history.AnthropicShape;
import dev.belay.agent.history.ApiRules;
import dev.belay.agent.history.Block;
import dev.belay.agent.history.History;
import dev.belay.agent.history.HistoryBounds;
import dev.belay.agent.history.Message;
import dev.belay.agent.history.OpenAiShape;
import dev.belay.agent.history.Repair;
import dev.belay.agent.loop.Agents.Asked;
import dev.belay.agent.loop.Agents.RunningTurn;
import dev.belay.agent.loop.Agents.UnknownAgentException;
import dev.belay.agent.model.Model;
import dev.belay.agent.session.ChatSessions;
import dev.belay.agent.session.ChatSessions.BusySessionException;
import dev.belay.agent.session.ChatSessions.FullSessionsException;
import dev.belay.agent.session.ChatSessions.SessionKey;
import dev.belay.config.AgentSettings;
import dev.belay.config.AgentsSettings;
import dev.belay.config.ModelSettings;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.time.Simulation;
import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.LoopLimits;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnEvent;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnReading;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Agents with arbitrary models, and with tools that hang, fail and ask other agents, aborted at any
 * moment.
 */
@DisplayName("P1, P6, P7, S1-44, S1-82, S1-105: over 2,000 seeds, every turn of an agent ends well")
final class AgentSimulationTest {
  private static final int SEEDS = Integer.getInteger("belay.seeds", 2_000);

  /** One run, determined by its seed. */
  private static final class World {
    final Simulation simulation;
    final Random random;
    final Governor governor;
    final TurnRegistry registry;
    final ChatSessions sessions = new ChatSessions(HistoryBounds.defaults());
    final SimulatedModel model;
    final SimulatedTools tools;
    final Agents agents;
    final List<String> reports = new ArrayList<>();
    final List<Turn> turns = new ArrayList<>();
    final List<String> wrong = new ArrayList<>();
    int refusedBusy;

    World(long seed) {
      simulation = new Simulation(seed);
      random = new Random(~seed);
      governor = new Governor(GovernorOptions.simulated(simulation, seed));
      registry =
          new TurnRegistry(
              new TurnOptions(simulation, simulation.threads(), LoopLimits.DEFAULT, reports::add));
      model = new SimulatedModel(simulation, random, () -> registry.active().size());
      var delegating = new SessionTools(this::agents, () -> Duration.ofSeconds(60));
      tools = new SimulatedTools(simulation, governor, random, delegating);
      agents = agents(registry, model);
    }

    Agents agents(TurnRegistry turns, Model of) {
      var settings =
          new AgentsSettings(
              IntStream.range(0, 3).mapToObj(World::agent).toList(), List.of(ModelSettings.DEMO));
      return new Agents(
          turns, sessions, tools, () -> settings, _ -> of, simulation.threads(), reports::add);
    }

    private Agents agents() {
      return agents;
    }

    private static AgentSettings agent(int number) {
      var tools = number == 2 ? List.of("q*", "bad") : List.<String>of();
      return new AgentSettings("agent" + number, "demo", "", tools, 3 + number);
    }

    /** Starts several people, each with consecutive messages. */
    void begin() {
      int people = 1 + random.nextInt(3);
      for (int i = 0; i < people; i++) {
        int messages = 1 + random.nextInt(3);
        var session = "s" + random.nextInt(2);
        simulation
            .threads()
            .newThread(() -> {
              for (int said = 0; said < messages; said++) {
                talk("agent" + random.nextInt(3), session);
              }
            })
            .start();
      }
    }

    private void talk(String agent, String session) {
      var limit = Duration.ofMillis(random.nextInt(4) == 0 ? random.nextInt(20_000) : 120_000);
      var running = begin(agents, agent, session, limit);
      if (running != null) {
        turns.add(running.turn());
        disturb(running.turn());
        try {
          var _ = simulation.await(running.answer(), Duration.ofDays(1));
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
        check(running.turn().hasEnded(), running.turn().id() + " has an answer before its end");
      }
    }

    /** {@return the running answer; null if the conversation is in use} */
    @Nullable RunningTurn begin(Agents with, String agent, String session, Duration limit) {
      try {
        var caller = new Caller("local", agent, session, null, List.of(), 0, null, null);
        var request = new TurnRequest(agent, session, caller, null, limit);
        return with.begin(new Asked(request, "hello", /* isKept= */ true));
      } catch (BusySessionException e) {
        refusedBusy++;
        return null;
      } catch (UnknownAgentException
          | FullSessionsException
          | UnknownTurnException
          | CyclicTurnException e) {
        throw new AssertionError(e);
      }
    }

    private void check(boolean holds, String what) {
      if (!holds) {
        wrong.add(what);
      }
    }

    private void disturb(Turn turn) {
      if (random.nextInt(2) == 0) {
        var reasons = AbortReason.values();
        var reason = reasons[random.nextInt(reasons.length)];
        var _ = simulation.after(soon(), () -> turn.abort(reason));
      }
      if (random.nextInt(3) == 0) {
        var _ = simulation.after(soon(), () -> turn.abortTool("id" + random.nextInt(1_000)));
      }
      if (random.nextInt(40) == 0) {
        var _ = simulation.after(soon(), registry::close);
      }
    }

    private Duration soon() {
      return random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(random.nextInt(25_000));
    }

    List<SessionKey> keys() {
      return IntStream.range(0, 6)
          .mapToObj(i -> new SessionKey("local", "agent" + i / 2, "s" + i % 2))
          .filter(key -> sessions.find(key).isPresent())
          .toList();
    }

    List<History> histories() {
      return keys().stream().map(key -> sessions.find(key).orElseThrow()).toList();
    }
  }

  private static List<TurnEvent> events(Turn turn) {
    var events = new ArrayList<TurnEvent>();
    var reader = turn.reader(0);
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      if (reading instanceof TurnReading.Entry(long _, TurnEvent event)) {
        events.add(event);
      }
    }
    return events;
  }

  @Test
  @DisplayName("One last event, one result for each call, nothing to repair, nothing alive")
  void everySeed() {
    int busy = 0;
    int complete = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      var world = new World(seed);
      world.begin();
      world.simulation.run();
      check(world, "seed " + seed);
      busy += world.refusedBusy;
      complete += (int) world.turns.stream().filter(turn -> turn.stopped().isEmpty()).count();
      goesOn(world, "seed " + seed);
    }
    assertThat(busy).as("messages that met another one").isPositive();
    assertThat(complete).as("turns that came to an answer").isPositive();
  }

  @Test
  @DisplayName("A turn that is aborted as it begins ends once its conversation is free")
  void abortedAtOnce() {
    var world = new World(1);
    world.registry.close();
    var running =
        Objects.requireNonNull(world.begin(world.agents, "agent0", "s0", Duration.ofSeconds(60)));
    assertThat(running.turn().stopped()).contains(AbortReason.SERVER_SHUTDOWN);
    assertThat(running.turn().hasEnded()).as("its loop is still to come").isFalse();
    world.simulation.run();
    assertThat(running.turn().hasEnded()).isTrue();
    goesOn(world, "aborted at once");
  }

  private static void check(World world, String seed) {
    assertThat(world.wrong).as(seed).isEmpty();
    for (var turn : world.turns) {
      var events = events(turn);
      var what = seed + ": " + events;
      assertThat(events.stream().filter(TurnEvent::isLast)).as(what).hasSize(1);
      assertThat(events.getLast().isLast()).as(what).isTrue();
    }
    for (var history : world.histories()) {
      var messages = history.messages();
      var what = seed + ": " + messages;
      assertThat(ApiRules.anthropic(AnthropicShape.write(messages))).as(what).isEmpty();
      assertThat(ApiRules.openAi(OpenAiShape.write("", messages))).as(what).isEmpty();
      assertThat(Repair.of(messages).mends()).as(what).isEmpty();
    }
    assertThat(world.model.wrong).as(seed).isEmpty();
    assertThat(world.reports).as(seed).noneMatch(line -> line.contains("orphan_repair"));
    assertThat(world.model.open).as(seed).isZero();
    assertThat(world.registry.active()).as(seed).isEmpty();
    assertThat(world.governor.directory().calls()).as(seed).isEmpty();
    assertThat(world.simulation.armedTimers()).as(seed).isZero();
  }

  /** Asserts that the next message of each conversation is answered, whatever happened before. */
  private static void goesOn(World world, String seed) {
    var simulation = world.simulation;
    var registry =
        new TurnRegistry(
            new TurnOptions(simulation, simulation.threads(), LoopLimits.DEFAULT, _ -> {}));
    var plain = new Message.Assistant(List.of(new Block.Text("fine")));
    var agents = world.agents(registry, (_, _, _) -> plain);
    var turns = new ArrayList<Turn>();
    for (var key : world.keys()) {
      var next = world.begin(agents, key.agent(), key.session(), Duration.ZERO);
      turns.add(Objects.requireNonNull(next).turn());
    }
    simulation.run();
    assertThat(turns)
        .as(seed)
        .allSatisfy(turn -> {
          assertThat(turn.hasEnded()).isTrue();
          assertThat(turn.stopped()).isEmpty();
        });
    assertThat(world.histories())
        .as(seed)
        .allSatisfy(history -> {
          assertThat(Repair.of(history.messages()).mends()).isEmpty();
          assertThat(history.messages().getLast()).isEqualTo(plain);
        });
  }
}
