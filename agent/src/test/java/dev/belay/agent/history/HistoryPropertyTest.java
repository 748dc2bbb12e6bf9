package dev.belay.agent.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.belay.core.turn.AbortReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class HistoryPropertyTest {
  private static final int SESSIONS = 10_000;
  private static final String STOPPED = AbortReason.USER.resultText();

  @Test
  @DisplayName("S1-82, S1-96: 10,000 sessions with aborts at any point leave nothing to repair")
  void nothingIsLeftToRepair() {
    var aborts = 0;
    for (var seed = 0; seed < SESSIONS; seed++) {
      var session = new Session(seed);
      for (var turn = 0; turn < 2; turn++) {
        session.turn();
        session.assertInOrder();
      }
      aborts += session.aborts;
    }
    assertThat(aborts).isGreaterThan(SESSIONS / 4);
  }

  /** A session driven like by the loop, with a model that says anything at all. */
  private static final class Session {
    private final long seed;
    private final Random random;
    private final RandomHistories any;
    private final History history;
    private int aborts;

    Session(long seed) {
      this.seed = seed;
      random = new Random(seed);
      any = new RandomHistories(~seed);
      history = new History(new HistoryBounds(4 + random.nextInt(12), 1 + random.nextInt(3_000)));
    }

    private boolean isAborted() {
      boolean aborted = random.nextInt(8) == 0;
      aborts += aborted ? 1 : 0;
      return aborted;
    }

    void turn() {
      history.addUser(any.one(List.of("Hi.", "x\uD83D", "  and? ")));
      while (!isAborted()) {
        var said = history.addAssistant(any.assistant());
        var uses = said.toolUses();
        var ids = uses.stream().map(Block.ToolUse::id).distinct().count();
        if (ids != uses.size() || history.open().size() != uses.size()) {
          fail("seed %d: %s", seed, uses);
        }
        if (uses.isEmpty()) {
          return;
        }
        var answers = new ArrayList<Block.ToolResult>();
        uses.forEach(use -> answers.add(any.result(use.id())));
        Collections.shuffle(answers, random);
        if (isAborted()) {
          history.closeOpen(answers.subList(0, random.nextInt(answers.size() + 1)), STOPPED);
          return;
        }
        history.addAnswers(answers);
        if (random.nextInt(4) == 0) {
          assertInOrder();
        }
      }
    }

    void assertInOrder() {
      var messages = history.messages();
      var wrong = new ArrayList<Object>(Repair.of(messages).mends());
      wrong.addAll(ApiRules.anthropic(AnthropicShape.write(messages)));
      wrong.addAll(ApiRules.openAi(OpenAiShape.write("", messages)));
      if (!wrong.isEmpty()) {
        fail("seed %d: %s in %s", seed, wrong, messages);
      }
    }
  }
}
