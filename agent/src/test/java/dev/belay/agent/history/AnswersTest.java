package dev.belay.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Outcome;
import dev.belay.core.cancel.Cause;
import dev.belay.core.turn.ToolUseResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class AnswersTest {
  private static final String CANCELLED = "[CANCELLED] Turn aborted by user.";

  @Test
  @DisplayName("S1-44, S1-96: results of a turn become blocks with its texts, also after an abort")
  void resultsOfATurnBecomeBlocks() {
    var history = new History(HistoryBounds.defaults());
    history.addUser("Go.");
    history.addAssistant(Blocks.assistant(Blocks.use("1"), Blocks.use("2")));

    history.addResults(List.of(cancelled("1"), cancelled("2")));

    assertThat(history.messages())
        .last()
        .isEqualTo(
            Blocks.user(
                new Block.ToolResult("1", CANCELLED, true),
                new Block.ToolResult("2", CANCELLED, true)));
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
