package dev.belay.agent.model.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.agent.history.Block;
import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.ModelException.ModelTrouble;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ScriptedModelTest {
  private static final String LINEAR =
      """
      steps:
        - expect: { last_user: weather, instructions: brief, tools: [read_file] }
          say: "Let me look, please."
          call:
            - { name: read_file, input: { path: "a.txt", lines: 3, all: true } }
            - { name: search_code, id: mine, input: { query: "{{last_user}}", of: [1.5, null] } }
        - expect: { results: [ { contains: "/he..o/", error: false }, { error: true } ] }
          say: "It says: {{result.0}}, {{ result.1:5 }}"
      """;

  @Test
  @DisplayName("A script is said step by step: words in pieces, calls, what came of them")
  void aScriptIsFollowed() throws InterruptedException, ModelException, ScriptException {
    var asking = Asking.of(LINEAR);

    var first = asking.ask("How is the weather?");
    assertThat(asking.heard).containsExactly("Let ", "me ", "look, ", "please.");
    assertThat(first.blocks())
        .containsExactly(
            new Block.Text("Let me look, please."),
            new Block.ToolUse(
                "call-1-0", "read_file", "{\"path\":\"a.txt\",\"lines\":3,\"all\":true}"),
            new Block.ToolUse(
                "mine", "search_code", "{\"query\":\"How is the weather?\",\"of\":[1.5,null]}"));

    var last = asking.answer("hello", "Error: no");
    assertThat(Asking.text(last)).isEqualTo("It says: hello, Error…");
    assertThat(String.join("", asking.heard)).isEqualTo("It says: hello, Error…");
  }

  @Test
  @DisplayName("What is expected and not so is told with the step")
  void whatIsNotSoIsTold() throws InterruptedException, ModelException, ScriptException {
    assertRefused(
        Asking.of(LINEAR), "Hi", "step 1 expected 'weather' in the last question, but got 'Hi'");

    var asking = Asking.of(LINEAR);
    asking.ask("weather");
    assertThatThrownBy(() -> asking.answer("hello", "fine"))
        .hasMessage("step 2 expected result 1 to be an error, but got 'fine'");
    var again = Asking.of(LINEAR);
    again.ask("weather");
    assertThatThrownBy(() -> again.answer("nothing", "Error"))
        .hasMessage("step 2 expected /he..o/ in result 0, but got 'nothing'");
    var one = Asking.of(LINEAR);
    one.ask("weather");
    assertThatThrownBy(() -> one.answer("hello"))
        .hasMessage("step 2 expected 2 result(s), but got 1");
    assertRefused(
        Asking.of("steps: [{ expect: { tools: [exec] }, say: x }]"),
        "Hi",
        "step 1 expected the tool exec to be offered, but got"
            + " [read_file, search_code, fetch_url, monitor_sync]");
    assertRefused(
        Asking.of("steps: [{ expect: { instructions: long }, say: x }]"),
        "Hi",
        "step 1 expected 'long' in the instructions, but got 'Be brief.'");
    assertRefused(
        Asking.of("steps: [{ say: '{{result.0}}' }]"),
        "Hi",
        "step 1 quotes {{result.0}}, but there is none");
  }

  @Test
  @DisplayName("After the last step: the missing one is named, or 'otherwise', or the first again")
  void afterTheLastStep() throws InterruptedException, ModelException, ScriptException {
    var plain = Asking.of("steps: [{ say: one }]");
    plain.ask("a");
    assertRefused(plain, "b", "the script has no step 2; it has 1, and no 'otherwise'");

    var otherwise = Asking.of("{ steps: [{ say: one }], otherwise: { say: 'so: {{last_user}}' } }");
    otherwise.ask("a");
    assertThat(Asking.text(otherwise.ask("b"))).isEqualTo("so: b");

    var again = Asking.of("{ steps: [{ say: one }, { say: two }], repeat: true }");
    for (var expected : List.of("one", "two", "one", "two", "one")) {
      assertThat(Asking.text(again.ask("x"))).isEqualTo(expected);
    }
  }

  @Test
  @DisplayName(
      "Rules: the first that fits the question has its steps, from the first one each time")
  void rulesFitQuestions() throws InterruptedException, ModelException, ScriptException {
    var asking =
        Asking.of(
            """
            rules:
              - { when: "run", needs: [exec], steps: [ { say: never } ] }
              - when: "(?i)read (\\\\S+)( twice)?"
                steps:
                  - { say: "Reading {{1}}{{2}}.", call: [ { name: read_file, input: { path: "{{1}}" } } ] }
                  - { say: "Read: {{result.0}}" }
            otherwise: { say: "What?" }
            """);

    for (var file : List.of("a", "b")) {
      var first = asking.ask("Please READ " + file);
      assertThat(Asking.text(first)).isEqualTo("Reading " + file + ".");
      assertThat(first.toolUses().getFirst().input()).isEqualTo("{\"path\":\"" + file + "\"}");
      assertThat(Asking.text(asking.answer("text"))).isEqualTo("Read: text");
    }
    assertThat(Asking.text(asking.ask("run"))).isEqualTo("What?");
    assertRefused(
        Asking.of("rules: [{ when: x, steps: [{ say: y }] }]"),
        "a",
        "the script has no rule with a step 1 for what was asked, and no 'otherwise'");
  }

  @Test
  @DisplayName("Trouble comes by name, after the words")
  void troubleByName() throws Exception {
    for (var trouble : ModelTrouble.values()) {
      var word = trouble.name().toLowerCase(Locale.ROOT);
      var asking = Asking.of("steps: [{ say: Well, fail: " + word + ", retry_after: 1.5 }]");
      var thrown = catchThrowableOfType(ModelException.class, () -> asking.ask("x"));
      assertThat(thrown.trouble()).isEqualTo(trouble);
      assertThat(thrown.retryAfter()).contains(Duration.ofMillis(1500));
      assertThat(thrown).hasMessage("step 1 says that the model is " + word);
      assertThat(asking.heard).containsExactly("Well");
    }
  }

  @Test
  @DisplayName("Wrong arguments and ids, as models make them, can be scripted")
  void wrongArgumentsCanBeSaid() throws InterruptedException, ModelException, ScriptException {
    var asking =
        Asking.of(
            """
            steps: [{ call: [{ name: a, id: "", input: '{"half":' }, { name: a, id: "" }] }]
            """);

    assertThat(asking.ask("x").toolUses())
        .containsExactly(
            new Block.ToolUse("", "a", "{\"half\":"), new Block.ToolUse("", "a", "{}"));
    assertThat(asking.heard).isEmpty();
  }

  private static void assertRefused(Asking asking, String question, String message) {
    var thrown = catchThrowableOfType(ModelException.class, () -> asking.ask(question));
    assertThat(thrown).hasMessage(message);
    assertThat(thrown.trouble()).isEqualTo(ModelTrouble.REFUSED);
  }
}
