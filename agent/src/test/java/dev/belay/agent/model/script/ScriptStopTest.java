package dev.belay.agent.model.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.ModelException.ModelTrouble;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScriptStopTest {
  private static final Stop BY_USER = new Stop.Cancelled(Cause.USER, "user");

  private final Simulation simulation = new Simulation(1);
  private final Cancellation stop = Cancellation.root();
  private final Map<Duration, String> heard = new TreeMap<>();
  private final AtomicReference<Object> end = new AtomicReference<>("never");
  private final AtomicReference<Duration> endedAt = new AtomicReference<>();

  private Thread ask(String yaml) throws ScriptException {
    var model = ScriptedModel.of(yaml, simulation);
    var prompt = new Prompt("", List.of(Message.User.of("Go.")), List.of());
    var thread =
        simulation
            .threads()
            .newThread(() -> {
              try {
                end.set(model.ask(prompt, text -> heard.merge(now(), text, String::concat), stop));
              } catch (ModelException e) {
                end.set(e.trouble());
              } catch (InterruptedException e) {
                end.set(e.getClass());
              }
              endedAt.set(now());
            });
    thread.start();
    return thread;
  }

  private Duration now() {
    return Duration.ofNanos(simulation.nanos());
  }

  @Test
  @DisplayName("Words come one by one, with the pause before each but the first")
  void wordsComeWithPauses() throws Exception {
    ask("steps: [{ say: 'one two three', pause: 0.5 }]");
    simulation.run();

    assertThat(heard)
        .containsExactly(
            Map.entry(Duration.ZERO, "one "),
            Map.entry(Duration.ofMillis(500), "two "),
            Map.entry(Duration.ofSeconds(1), "three"));
    assertThat(end.get()).isInstanceOf(Message.Assistant.class);
    assertThat(simulation.armedTimers()).isZero();
  }

  @ParameterizedTest
  @DisplayName("S1-2: a stop ends pauses and hangs at once; nothing is said after it")
  @ValueSource(
      strings = {
        "steps: [{ say: 'one two three', pause: 100 }]",
        "steps: [{ say: 'one ', hang: true }]",
        "steps: [{ say: 'one two', pause: 100, fail: broken }]"
      })
  void aStopEndsIt(String yaml) throws Exception {
    ask(yaml);
    var _ = simulation.after(Duration.ofSeconds(3), () -> stop.cancel(BY_USER));
    simulation.run();

    assertThat(end.get()).isEqualTo(ModelTrouble.STOPPED);
    assertThat(endedAt.get()).isEqualTo(Duration.ofSeconds(3));
    assertThat(heard).containsOnlyKeys(Duration.ZERO).containsValue("one ");
    assertThat(simulation.armedTimers()).isZero();
  }

  @ParameterizedTest
  @DisplayName("An interrupt ends them as well")
  @ValueSource(
      strings = {"steps: [{ say: 'one two three', pause: 100 }]", "steps: [{ hang: true }]"})
  void anInterruptEndsIt(String yaml) throws Exception {
    var thread = ask(yaml);
    var _ = simulation.after(Duration.ofSeconds(3), thread::interrupt);
    simulation.run();

    assertThat(end.get()).isEqualTo(InterruptedException.class);
    assertThat(endedAt.get()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  @DisplayName("Stopped before it begins, it says nothing")
  void aStopBefore() throws Exception {
    stop.cancel(BY_USER);
    ask("steps: [{ say: one }]");
    simulation.run();

    assertThat(end.get()).isEqualTo(ModelTrouble.STOPPED);
    assertThat(heard).isEmpty();
  }

  @Test
  @DisplayName("A hang that nobody stops does not end, and does not hold simulated time")
  void aHangHangs() throws Exception {
    var thread = ask("steps: [{ hang: true }]");
    simulation.run();

    assertThat(end.get()).isEqualTo("never");
    assertThat(now()).isEqualTo(Duration.ZERO);
    thread.interrupt();
    simulation.run();
  }

  @Test
  @DisplayName("One model serves many conversations at once, each at its own step")
  void oneServesMany() throws Exception {
    var model = ScriptedModel.of("steps: [{ say: 1 }, { say: 2 }, { say: 3 }]", simulation);
    var ends = new ArrayList<String>();
    for (var i = 0; i < 50; i++) {
      var asking = new Asking(model);
      simulation
          .threads()
          .newThread(() -> {
            try {
              var all = "";
              for (var n = 0; n < 3; n++) {
                simulation.sleep(Duration.ofMillis(1));
                all += Asking.text(asking.ask("next"));
              }
              ends.add(all);
            } catch (ModelException | InterruptedException e) {
              ends.add(e.toString());
            }
          })
          .start();
    }
    simulation.run();

    assertThat(ends).hasSize(50).containsOnly("123");
  }
}
