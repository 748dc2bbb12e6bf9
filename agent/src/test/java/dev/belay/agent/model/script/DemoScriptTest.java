package dev.belay.agent.model.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.history.Block;
import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.time.Simulation;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DemoScriptTest {
  private final Simulation simulation = new Simulation(1);
  private final Asking asking = new Asking(ScriptedModel.builtIn(simulation));

  /** Its pauses take virtual time. */
  private void simulated(Callable<?> body) throws InterruptedException, ExecutionException {
    var task = new FutureTask<>(body);
    simulation.threads().newThread(task).start();
    simulation.run();
    var _ = task.get();
  }

  @ParameterizedTest
  @DisplayName("The demonstration takes what it is asked for out of the question")
  @CsvSource(
      delimiter = '|',
      value = {
        "read README.md | read_file | {\"path\":\"README.md\"}",
        "Please read `docs/a b` | read_file | {\"path\":\"docs/a\"}",
        "Can you READ pom.xml? | read_file | {\"path\":\"pom.xml\"}",
        "Read notes.txt. | read_file | {\"path\":\"notes.txt\"}",
        "search Belay | search_code |"
            + " {\"query\":\"Belay\",\"file_pattern\":\"*\",\"max_results\":10}",
        "Search for \"Turn\" | search_code |"
            + " {\"query\":\"Turn\",\"file_pattern\":\"*\",\"max_results\":10}",
        "look for TODO, please | search_code |"
            + " {\"query\":\"TODO\",\"file_pattern\":\"*\",\"max_results\":10}",
        "What does https://example.org/a?b=c say | fetch_url |"
            + " {\"url\":\"https://example.org/a?b=c\"}",
      })
  void argumentsAreCaught(String question, String tool, String input)
      throws InterruptedException, ExecutionException {
    simulated(() -> {
      assertThat(asking.ask(question).toolUses())
          .containsExactly(new Block.ToolUse("call-1-0", tool, input));
      return assertThat(Asking.text(asking.answer("That is it.")))
          .isEqualTo("This is what " + tool + " gave me:\n\nThat is it.");
    });
  }

  @Test
  @DisplayName("Two calls at once, to see a turn in parallel")
  void twoCallsAtOnce() throws InterruptedException, ExecutionException {
    simulated(() -> {
      assertThat(asking.ask("sync").toolUses())
          .extracting(Block.ToolUse::name)
          .containsExactly("monitor_sync", "search_code");
      return assertThat(Asking.text(asking.answer("10 new", "none")))
          .isEqualTo("monitor_sync: 10 new\n\nsearch_code: none");
    });
  }

  @Test
  @DisplayName("Anything else is answered with who it is, and how to have another")
  void anythingElse() throws InterruptedException, ExecutionException {
    for (var question : List.of("Hi", "What can you do?", "read")) {
      simulated(() ->
          assertThat(Asking.text(asking.ask(question)))
              .startsWith("I am the demonstration of Belay: a model that follows a script")
              .contains("`models:` in belay.yaml"));
    }
  }

  @Test
  @DisplayName("Tools that are not there are not called")
  void toolsThatAreNotThere() throws InterruptedException, ExecutionException {
    var prompt = new Prompt("", List.of(Message.User.of("read README.md")), List.of());
    simulated(() -> {
      var said = ScriptedModel.builtIn(simulation).ask(prompt, _ -> {}, Cancellation.root());
      return assertThat(said.toolUses()).hasSize(0);
    });
  }
}
