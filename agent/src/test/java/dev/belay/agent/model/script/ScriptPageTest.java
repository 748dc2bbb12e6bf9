package dev.belay.agent.model.script;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.script.Scripts.ScriptReader;
import dev.belay.core.time.HandTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/scripted-models.md: its examples work, and every key is there")
final class ScriptPageTest {
  private String page = "";
  private List<String> examples = List.of();

  @BeforeEach
  void read() throws Exception {
    page = Files.readString(Path.of("../docs/scripted-models.md"));
    examples =
        Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL)
            .matcher(page)
            .results()
            .map(found -> found.group(1))
            .toList();
  }

  @Test
  @DisplayName("The steps")
  void steps() throws InterruptedException, ModelException, ScriptException {
    var asking = Asking.of(examples.getFirst().replace("pause: 0.2", "pause: 0"));

    assertThat(asking.ask("How is the weather?").toolUses()).hasSize(1);
    assertThat(Asking.text(asking.answer("sunny"))).isEqualTo("It says: sunny");
  }

  @Test
  @DisplayName("What is not as the steps expect")
  void unmetExpectation() throws InterruptedException, ModelException, ScriptException {
    var asking = Asking.of(examples.getFirst().replace("pause: 0.2", "pause: 0"));
    asking.ask("How is the weather?");

    var thrown = catchThrowable(() -> asking.answer("Error: no such file"));
    assertThat(page).contains("`" + thrown.getMessage() + "`");
  }

  @Test
  @DisplayName("The rules")
  void rules() throws InterruptedException, ModelException, ScriptException {
    var asking = Asking.of(examples.getLast());

    assertThat(Asking.text(asking.ask("Please read a.txt"))).isEqualTo("Reading a.txt.");
    assertThat(Asking.text(asking.answer("x".repeat(300))))
        .isEqualTo("It begins so: " + "x".repeat(200) + "…");
    assertThat(Asking.text(asking.ask("Hi"))).isEqualTo("Ask me to read a file.");
  }

  @Test
  @DisplayName("The fault")
  void fault() {
    var thrown =
        catchThrowable(() -> ScriptedModel.of("steps:\n  - sya: x\n    say: y\n", new HandTime()));
    assertThat(page)
        .contains(requireNonNull(thrown.getMessage()).replaceFirst("^script", "demo.yaml"));
  }

  @Test
  @DisplayName("The keys")
  void keys() {
    assertThat(StepReader.STEP)
        .allSatisfy(key -> assertThat(page).containsPattern("\\| `" + key + "\\b"));
    assertThat(StepReader.EXPECT).allSatisfy(key -> assertThat(page).contains("`expect." + key));
    assertThat(ScriptReader.SCRIPT).allSatisfy(key -> assertThat(page).contains("`" + key));
    assertThat(ScriptReader.RULE).allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
  }
}
