package dev.belay.agent.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class HistoryBoundsTest {
  @Test
  @DisplayName("Too many messages: the oldest exchange goes whole, and a note says so")
  void wholeExchangesGo() {
    var history = new History(new HistoryBounds(6, 10_000));
    exchange(history, "1");
    assertThat(history.messages()).hasSize(4);

    history.addUser("Q2");
    history.addAssistant(Blocks.assistant(Blocks.use("2")));
    history.addAnswers(List.of(Blocks.result("2", "R2")));

    assertThat(history.messages())
        .containsExactly(
            Blocks.user(leftOut(4), Blocks.text("Q2")),
            Blocks.assistant(Blocks.use("2")),
            Blocks.user(Blocks.result("2", "R2")));
  }

  @Test
  @DisplayName("Too many characters: the same, and a call never loses its result")
  void charactersCountToo() {
    var history = new History(new HistoryBounds(1_000, 60));
    exchange(history, "1");
    exchange(history, "2");
    history.addUser("x".repeat(55));

    assertThat(history.messages())
        .containsExactly(Blocks.user(leftOut(8), Blocks.text("x".repeat(55))));
  }

  @Test
  @DisplayName("One endless exchange loses its oldest rounds, and keeps its question")
  void roundsOfTheLastExchangeGo() {
    var history = new History(new HistoryBounds(5, 10_000));
    history.addUser("Q");
    for (var i = 0; i < 9; i++) {
      history.addAssistant(Blocks.assistant(Blocks.use("u" + i)));
      history.addAnswers(List.of(Blocks.result("u" + i, "R")));
    }

    var messages = history.messages();
    assertThat(messages).hasSize(5);
    assertThat(messages.getFirst().blocks()).last().isEqualTo(Blocks.text("Q"));
    assertThat(messages.get(1)).isEqualTo(Blocks.assistant(Blocks.use("u7")));
  }

  @Test
  @DisplayName("A question behind results of an abort becomes the first message without them")
  void aQuestionBehindResultsStays() {
    var history = new History(new HistoryBounds(4, 10_000));
    history.addUser("Q1");
    history.addAssistant(Blocks.assistant(Blocks.use("1")));
    history.closeOpen(List.of(), "stopped");
    history.addUser("Q2");
    history.addAssistant(Blocks.assistant(Blocks.text("A2")));
    history.addUser("Q3");

    assertThat(history.messages())
        .containsExactly(
            Blocks.user(leftOut(2), Blocks.text("Q2")),
            Blocks.assistant(Blocks.text("A2")),
            Message.User.of("Q3"));
  }

  @Test
  @DisplayName("Bounds that hold no exchange are none")
  void boundsHaveALeast() {
    assertThatIllegalArgumentException().isThrownBy(() -> new HistoryBounds(3, 100));
    assertThatIllegalArgumentException().isThrownBy(() -> new HistoryBounds(4, 0));
  }

  private static Block.Text leftOut(int count) {
    return Blocks.text(
        "[" + count + " earlier messages of this conversation were left out to keep it short.]");
  }

  private static void exchange(History history, String name) {
    history.addUser("Q" + name);
    history.addAssistant(Blocks.assistant(Blocks.use(name)));
    history.addAnswers(List.of(Blocks.result(name, "R" + name)));
    history.addAssistant(Blocks.assistant(Blocks.text("A" + name)));
  }
}
