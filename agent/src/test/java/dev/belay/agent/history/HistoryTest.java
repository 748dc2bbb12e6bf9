package dev.belay.agent.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.belay.core.call.Outcome;
import dev.belay.core.cancel.Cause;
import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.ToolUseResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class HistoryTest {
  private static final String CANCELLED = "[CANCELLED] Turn aborted by user.";
  private final History history = new History(HistoryBounds.defaults());

  private void assertLast(Block.OfUser... blocks) {
    assertThat(history.messages()).last().isEqualTo(Blocks.user(blocks));
  }

  @Test
  @DisplayName("S1-61, S1-100: all results of one message stand in one user message, in its order")
  void resultsAreInRequestOrder() {
    history.addUser("Compare a and b.");
    history.addAssistant(
        Blocks.assistant(Blocks.text("Let me look."), Blocks.use("1"), Blocks.use("2")));

    history.addAnswers(List.of(Blocks.result("2", "B"), Blocks.result("1", "A")));

    assertLast(Blocks.result("1", "A"), Blocks.result("2", "B"));
    assertThat(history.open()).isEmpty();
  }

  @Test
  @DisplayName(
      "S1-44, S1-45, S1-82: at an abort every call gets its result at once, and none is lost")
  void anAbortLeavesNothingOpen() {
    history.addUser("Do three things.");
    history.addAssistant(Blocks.assistant(Blocks.use("1"), Blocks.use("2"), Blocks.use("3")));

    history.closeOpen(List.of(Blocks.result("2", "done")), AbortReason.USER.resultText());

    assertLast(
        new Block.ToolResult("1", CANCELLED, true),
        Blocks.result("2", "done"),
        new Block.ToolResult("3", CANCELLED, true));
    history.closeOpen(List.of(), "again");
    assertThat(history.messages()).hasSize(3);
  }

  @Test
  @DisplayName("After an abort a question stands behind the results, in one message")
  void aQuestionAfterAnAbort() {
    history.addUser("One.");
    history.addUser("Two.");
    history.addAssistant(Blocks.assistant(Blocks.use("1")));
    history.closeOpen(List.of(), "stopped");
    history.addUser("Three.");

    assertThat(history.messages())
        .containsExactly(
            Blocks.user(Blocks.text("One."), Blocks.text("Two.")),
            Blocks.assistant(Blocks.use("1")),
            Blocks.user(new Block.ToolResult("1", "stopped", true), Blocks.text("Three.")));
  }

  private void assertNamed(List<String> ids, List<String> named) {
    var uses = ids.stream().map(Blocks::use).toArray(Block.OfAssistant[]::new);
    var added = history.addAssistant(Blocks.assistant(uses));
    assertThat(added.toolUses()).extracting(Block.ToolUse::id).isEqualTo(named);
    assertThat(history.messages()).last().isEqualTo(added);
  }

  @Test
  @DisplayName("Ids that are empty, repeated or not acceptable are named before anything runs")
  void idsAreNamed() {
    history.addUser("Go.");
    assertNamed(
        List.of("", "a", "a", "a", "f.g:0"), List.of("synth-0", "a", "a-dup1", "a-dup2", "f_g_0"));
    history.closeOpen(List.of(), "stopped");
    assertNamed(List.of("", "a", "a-dup1"), List.of("synth-0-dup1", "a-dup3", "a-dup1-dup1"));
  }

  @Test
  @DisplayName("An id that is too long for an API is cut, and still one of its own")
  void longIdsAreCut() {
    history.addUser("Go.");
    assertNamed(
        List.of("x".repeat(99), "x".repeat(98)), List.of("x".repeat(40), "x".repeat(35) + "-dup1"));
  }

  @Test
  @DisplayName(
      "Arguments that are no object reach the turn as they are, and the history as an object")
  void badArgumentsAreKeptAsAnObject() {
    history.addUser("Go.");
    var named = history.addAssistant(Blocks.assistant(new Block.ToolUse("1", "t", "{\"a\":")));

    assertThat(named.toolUses().getFirst().input()).isEqualTo("{\"a\":");
    assertThat(history.open().getFirst().input())
        .isEqualTo("{\"unreadable_arguments\":\"{\\\"a\\\":\"}");
  }

  @Test
  @DisplayName("A model that says nothing leaves no message behind")
  void nothingSaidIsNothingKept() {
    history.addUser("Go.");

    assertThat(history.addAssistant(Blocks.assistant(Blocks.text(" \n"))).blocks()).isEmpty();
    assertThat(history.messages()).hasSize(1);
  }

  @Test
  @DisplayName("Results without words: an error gets some, and success needs none")
  void emptyResults() {
    history.addUser("Go.");
    history.addAssistant(Blocks.assistant(Blocks.use("1"), Blocks.use("2")));
    history.addAnswers(List.of(new Block.ToolResult("1", " ", true), Blocks.result("2", "\n")));

    assertLast(
        new Block.ToolResult("1", "The tool failed, and said nothing about it.", true),
        Blocks.result("2", ""));
  }

  @Test
  @DisplayName("Half a character, which no API takes, is shown as such")
  void halvesOfCharacters() {
    history.addUser("a\uD83D");

    assertThat(history.messages()).containsExactly(Message.User.of("a\uFFFD"));
  }

  @Test
  @DisplayName("What would leave a conversation in disorder is refused")
  void disorderIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> history.addUser(" "));
    assertThatIllegalStateException()
        .isThrownBy(() -> history.addAssistant(Blocks.assistant(Blocks.text("Hi"))));
    history.addUser("Go.");
    history.addAssistant(Blocks.assistant(Blocks.use("1"), Blocks.use("2")));
    assertThatIllegalStateException().isThrownBy(() -> history.addUser("And?"));
    assertThatIllegalStateException()
        .isThrownBy(() -> history.addAssistant(Blocks.assistant(Blocks.text("Hi"))));
    assertThatIllegalStateException()
        .isThrownBy(() -> history.addAnswers(List.of(Blocks.result("1", "A"))));
    assertThatIllegalStateException()
        .isThrownBy(() ->
            history.addAnswers(
                List.of(
                    Blocks.result("1", "A"), Blocks.result("2", "B"), Blocks.result("2", "C"))));
    assertThat(history.messages()).hasSize(2);
  }

  @Test
  @DisplayName("S1-44, S1-96: results of a turn become blocks with its texts, also after an abort")
  void resultsOfATurnBecomeBlocks() {
    history.addUser("Go.");
    history.addAssistant(Blocks.assistant(Blocks.use("1"), Blocks.use("2")));

    history.addResults(List.of(cancelled("1"), cancelled("2")));

    assertLast(
        new Block.ToolResult("1", CANCELLED, true), new Block.ToolResult("2", CANCELLED, true));
  }

  @Test
  @DisplayName("C20: answers stand in the order of the calls; of two the first counts")
  void answersAreInOrder() {
    assertThat(
            Answers.inOrder(
                List.of(Blocks.use("1"), Blocks.use("2"), Blocks.use("3")),
                List.of(
                    Blocks.result("3", "C"),
                    Blocks.result("1", "A"),
                    Blocks.result("1", "A2"),
                    Blocks.result("9", "?")),
                CANCELLED))
        .containsExactly(
            Blocks.result("1", "A"),
            new Block.ToolResult("2", CANCELLED, true),
            Blocks.result("3", "C"));
  }

  private static ToolUseResult cancelled(String id) {
    return new ToolUseResult(
        id,
        "look",
        new Outcome.Cancelled(Cause.USER, "user"),
        CANCELLED,
        CANCELLED,
        true,
        Duration.ZERO);
  }
}
