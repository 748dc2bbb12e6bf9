package dev.belay.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.delegate.SessionTools;
import dev.belay.agent.history.HistoryBounds;
import dev.belay.agent.session.ChatSessions;
import dev.belay.config.AgentsSettings;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Payload;
import dev.belay.core.time.Simulation;
import dev.belay.core.turn.LoopLimits;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.tools.result.Content;
import dev.belay.tools.result.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A model names sessions, and such names are in ids of turns and in lines of logs")
final class AskedSessionTest {
  private final Simulation simulation = new Simulation(1);
  private final Governor governor = new Governor(GovernorOptions.simulated(simulation, 1));
  private final TurnRegistry registry =
      new TurnRegistry(
          new TurnOptions(simulation, simulation.threads(), LoopLimits.DEFAULT, _ -> {}));

  private final SessionTools delegating =
      new SessionTools(this::agents, () -> Duration.ofSeconds(60));

  @Test
  @DisplayName("One with a line break, or that is no name by its length, begins nothing")
  void refused() {
    assertThat(asked("x\nbelay: all is well")).isEqualTo("session has control characters.");
    assertThat(asked("x".repeat(501))).isEqualTo("session is longer than 500 characters.");
  }

  private String asked(String session) {
    var caller = new Caller("local", "main", "s", null, List.of(), 0, "main:s:0-1", null);
    var results = new ArrayList<ToolResult>();
    var _ =
        governor.start(
            CallRequest.of("sessions_ask", Payload.EMPTY).withCaller(caller),
            call -> {
              var own = new SimulatedCall(call);
              results.add(delegating.ask("main", "hello", Optional.of(session), 60, own));
              return Payload.EMPTY;
            });
    simulation.run();
    var result = results.getFirst();
    assertThat(result.isError()).isTrue();
    return ((Content.Text) result.content().getFirst()).text();
  }

  private Agents agents() {
    return new Agents(
        registry,
        new ChatSessions(HistoryBounds.defaults()),
        new SimulatedTools(simulation, governor, new Random(1), delegating),
        AgentsSettings::defaults,
        _ -> {
          throw new AssertionError("no model is asked");
        },
        simulation.threads(),
        _ -> {});
  }
}
