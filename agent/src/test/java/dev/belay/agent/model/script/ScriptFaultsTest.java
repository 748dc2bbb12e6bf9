package dev.belay.agent.model.script;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.time.HandTime;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScriptFaultsTest {
  @ParameterizedTest
  @DisplayName("What is wrong with a script is told with its place and what would be right")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "steps: [{ sya: x }] | script:1:11: steps[0].sya: unknown key; did you mean say?",
        "stpes: [] | script:1:1: stpes: unknown key; did you mean steps?",
        "steps: [{ qqqqqqqqqq: x, say: y }] | script:1:11: steps[0].qqqqqqqqqq: unknown key; there"
            + " are expect, say, pause, call, hang, fail, retry_after",
        "steps: [{ expect: { last: x }, say: y }] | steps[0].expect.last: unknown key",
        "steps: [{ call: [{ name: x, inptu: {} }] }] | steps[0].call[0].inptu: unknown key; did you"
            + " mean input?",
        "steps: [{ call: [{ input: {} }] }] | steps[0].call[0]: a call needs the 'name' of a tool",
        "steps: [{ call: [{ name: x, input: [1] }] }] | steps[0].call[0].input: expected a mapping,"
            + " or a literal text",
        "steps: [{ call: [{ name: x, input: { a: '{{9}}' } }] }] | steps[0].call[0].input.a: {{9}}"
            + " quotes a group",
        "steps: [{ call: [{ name: x, input: { a: 1, a: 2 } }] }] | steps[0].call[0].input.a: is"
            + " there twice",
        "steps: [{ say: '{{what}}' }] | script:1:16: steps[0].say: {{what}} is no quote; there are"
            + " {{1}}",
        "steps: [{ say: x, say: y }] | script:1:19: steps[0].say: is there twice",
        "steps: [{ say: [x] }] | steps[0].say: expected a text",
        "steps: x | script:1:8: steps: expected a list",
        "steps: [x] | steps[0]: expected a mapping with expect, say",
        "steps: [{ hang: maybe }] | steps[0].hang: expected true or false",
        "steps: [{ say: x, pause: soon }] | steps[0].pause: expected seconds, such as 0.2",
        "steps: [{ say: x, pause: -1 }] | steps[0].pause: expected seconds, such as 0.2",
        "steps: [{ fail: overlaoded }] | steps[0].fail: unknown kind of failure; did you mean"
            + " overloaded?",
        "steps: [{ fail: xxxxxxxxxxxx }] | steps[0].fail: expected one of refused, rate_limited",
        "steps: [{ hang: true, call: [{ name: x }] }] | steps[0]: a step that hangs or fails makes"
            + " no calls",
        "steps: [{}] | steps[0]: a step needs 'say', 'call', 'hang' or 'fail'",
        "steps: [{ expect: { last_user: '/(/' }, say: x }] | steps[0].expect.last_user: is no"
            + " expression: Unclosed group",
        "rules: [{ when: '(', steps: [{ say: x }] }] | script:1:17: rules[0].when: is no"
            + " expression: Unclosed group",
        "rules: [{ steps: [{ say: x }] }] | rules[0]: a rule needs 'when'",
        "rules: [{ when: x }] | rules[0]: a rule needs 'steps'",
        "rules: [{ when: '(x)', steps: [{ say: '{{2}}' }] }] | rules[0].steps[0].say: {{2}} quotes"
            + " a group that no 'when' has here",
        "{ rules: [], repeat: true } | repeat: is for 'steps'",
        "{ rules: [], steps: [] } | a script has either 'steps' or 'rules'",
        "otherwise: { say: x } | a script has either 'steps' or 'rules'",
        "`` | script: is empty; a script has 'steps' or 'rules'",
        "steps: [ | script:1:9: is not YAML:",
        "steps: [&a { say: x }, *a] | script:1:24: a script has no aliases",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[ | script:1:33: is nested deeper than 32 levels",
      })
  void faultsAreTold(String yaml, String told) {
    var thrown =
        catchThrowableOfType(ScriptException.class, () -> ScriptedModel.of(yaml, new HandTime()));
    assertThat(thrown).hasMessageContaining(told);
    assertThat(thrown.getMessage()).startsWith("script");
  }

  @Test
  @DisplayName("All that is wrong is told at once, one line each")
  void allIsTold() {
    var thrown =
        catchThrowableOfType(
            ScriptException.class,
            () ->
                ScriptedModel.of(
                    "steps:\n  - sya: x\n  - { say: y, hnag: true }\n", new HandTime()));
    assertThat(requireNonNull(thrown.getMessage()).lines())
        .containsExactly(
            "script:2:5: steps[0].sya: unknown key; did you mean say?",
            "script:2:5: steps[0]: a step needs 'say', 'call', 'hang' or 'fail'",
            "script:3:15: steps[1].hnag: unknown key; did you mean hang?");
  }

  @Test
  @DisplayName("A file has one script")
  void oneScript() {
    var thrown =
        catchThrowableOfType(
            ScriptException.class, () -> ScriptedModel.of("--- {}\n--- {}\n", new HandTime()));
    assertThat(thrown).hasMessage("script:2:1: is not YAML: but found another document");
  }

  @Test
  @DisplayName("A file is named in its faults, also where it cannot be read or is too long")
  void filesAreNamed(@TempDir Path folder) throws Exception {
    var file = folder.resolve("a.yaml");
    assertFault(file, file + ": cannot be read: ");
    Files.writeString(file, "steps: 1");
    assertFault(file, file + ":1:8: steps: expected a list");
    Files.writeString(file, "#".repeat((1 << 20) + 1));
    assertFault(file, file + ": is longer than 1 MiB");
    Files.write(file, new byte[] {'#', (byte) 0xFF});
    assertFault(file, file + ": cannot be read: ");
    Files.writeString(file, "steps: [{ say: x }]");
    assertThat(ScriptedModel.load(file, new HandTime())).isNotNull();
  }

  private static void assertFault(Path file, String told) {
    assertThat(
            catchThrowableOfType(
                ScriptException.class, () -> ScriptedModel.load(file, new HandTime())))
        .hasMessageStartingWith(told);
  }
}
