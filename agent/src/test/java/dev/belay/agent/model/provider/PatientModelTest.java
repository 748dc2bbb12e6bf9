package dev.belay.agent.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.ModelException.ModelTrouble;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.time.Seeds;
import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A model is asked again where that may help, and only there")
final class PatientModelTest {
  private static final Message.Assistant ANSWER = new Message.Assistant(List.of());
  private static final Prompt PROMPT = new Prompt("", List.of(), List.of());

  @ParameterizedTest
  @EnumSource
  @DisplayName("Troubles that may pass are met again, others are not")
  void kinds(ModelTrouble trouble) {
    var run = new Run(0, new ModelException(trouble, "Oops."));
    run.ask();
    if (trouble.mayPass()) {
      assertThat(run.answer.get()).isEqualTo(ANSWER);
      assertThat(run.asked).hasSize(2);
      assertThat(run.reports)
          .singleElement()
          .asString()
          .matches("models\\.m is asked again in [01]\\.\\d s \\(2 of 3\\): Oops\\.");
    } else {
      assertThat(run.trouble().why()).isEqualTo("Oops.");
      assertThat(run.asked).hasSize(1);
      assertThat(run.reports).isEmpty();
    }
  }

  @Test
  @DisplayName("Pauses double, with half of each left to chance, and the attempts have an end")
  void pauses() {
    Seeds.forEach(
        100,
        seed -> {
          var run = new Run(seed, failed(), failed(), failed());
          run.ask();
          assertThat(run.trouble().why()).isEqualTo("Oops. Asked 3 times.");
          assertThat(run.trouble().trouble()).isEqualTo(ModelTrouble.FAILED);
          assertThat(run.asked).hasSize(3);
          assertThat(run.pause(1)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
          assertThat(run.pause(2)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
        });
  }

  @Test
  @DisplayName("The provider's own wish is kept to the second, up to 60 s, and shortens no pause")
  void wish() {
    var run = new Run(0, limited(Duration.ofSeconds(60)), limited(Duration.ZERO));
    run.ask();
    assertThat(run.answer.get()).isEqualTo(ANSWER);
    assertThat(run.pause(1)).isEqualTo(Duration.ofSeconds(60));
    assertThat(run.pause(2)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
  }

  @Test
  @DisplayName("A longer wish is told, and not waited for")
  void longWish() {
    var run = new Run(0, limited(Duration.ofSeconds(61)));
    run.ask();
    assertThat(run.trouble().why()).isEqualTo("Slower. It asks for a pause of 61 s.");
    assertThat(run.asked).hasSize(1);
    assertThat(run.simulation.nanos()).isZero();
  }

  @Test
  @DisplayName("Once words were passed on, the trouble ends it")
  void afterWords() {
    var run = new Run(0, new ModelException(ModelTrouble.BROKEN, "Oops."));
    run.words = "Hel";
    run.ask();
    assertThat(run.trouble().trouble()).isEqualTo(ModelTrouble.BROKEN);
    assertThat(run.asked).hasSize(1);
  }

  @Test
  @DisplayName("A stop ends a pause at once, and nothing is asked after it")
  void stopInPause() {
    var run = new Run(0, limited(Duration.ofSeconds(50)));
    var _ =
        run.simulation.after(
            Duration.ofSeconds(7), () -> run.stop.cancel(new Stop.Cancelled(Cause.USER, "Ada")));
    run.ask();
    assertThat(run.trouble().trouble()).isEqualTo(ModelTrouble.STOPPED);
    assertThat(run.simulation.nanos()).isEqualTo(Duration.ofSeconds(7).toNanos());
    assertThat(run.asked).hasSize(1);
    assertThat(run.simulation.armedTimers()).isZero();
  }

  @Test
  @DisplayName("A stop while it was asked is not followed by another attempt")
  void stopWhileAsked() {
    var run = new Run(0, failed());
    run.stop.cancel(new Stop.Cancelled(Cause.USER, "Ada"));
    run.ask();
    assertThat(run.asked).hasSize(1);
    assertThat(run.reports).isEmpty();
  }

  @Test
  @DisplayName("Who waits for the words learns of each further attempt before its pause")
  void retries() {
    var run = new Run(0, limited(Duration.ofSeconds(7)), limited(Duration.ofSeconds(9)));
    run.ask();
    assertThat(run.retries).containsExactly("2 after PT7S: Slower.", "3 after PT9S: Slower.");
  }

  /** Writes down of what it learns. */
  private record Listener(List<String> retries) implements Model.Hearer {
    @Override
    public void accept(String piece) {}

    @Override
    public void retry(int attempt, Duration pause, String reason) {
      retries.add(attempt + " after " + pause + ": " + reason);
    }
  }

  private static ModelException failed() {
    return new ModelException(ModelTrouble.FAILED, "Oops.");
  }

  private static ModelException limited(Duration after) {
    return new ModelException(ModelTrouble.RATE_LIMITED, "Slower.", after);
  }

  /** One request in virtual time to a model with these failures before its answer. */
  private static final class Run implements Model {
    final Simulation simulation;
    final Cancellation stop = Cancellation.root();
    final List<String> reports = new ArrayList<>();
    final List<String> retries = new ArrayList<>();
    final List<Long> asked = new ArrayList<>();
    final AtomicReference<Message.@Nullable Assistant> answer = new AtomicReference<>();
    final AtomicReference<@Nullable ModelException> failure = new AtomicReference<>();
    private final Queue<ModelException> troubles;
    private final PatientModel model;
    String words = "";

    Run(long seed, ModelException... troubles) {
      this.simulation = new Simulation(seed);
      this.troubles = new ArrayDeque<>(List.of(troubles));
      model =
          new PatientModel(
              this,
              Shape.OPENAI.settings("http://localhost"),
              simulation,
              new Random(seed),
              reports::add);
    }

    void ask() {
      simulation
          .threads()
          .newThread(() -> {
            try {
              answer.set(model.ask(PROMPT, new Listener(retries), stop));
            } catch (ModelException e) {
              failure.set(e);
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          })
          .start();
      simulation.run();
    }

    @Override
    public Message.Assistant ask(Prompt prompt, Hearer onText, Cancellation cancellation)
        throws ModelException {
      asked.add(simulation.nanos());
      if (!words.isEmpty()) {
        onText.accept(words);
      }
      var trouble = troubles.poll();
      if (trouble != null) {
        throw trouble;
      }
      return ANSWER;
    }

    ModelException trouble() {
      var trouble = failure.get();
      if (trouble == null) {
        throw new AssertionError("there was none");
      }
      return trouble;
    }

    Duration pause(int number) {
      return Duration.ofNanos(asked.get(number) - asked.get(number - 1));
    }
  }
}
