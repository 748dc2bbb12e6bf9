package dev.belay.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.history.Repair.Mend;
import dev.belay.agent.history.Repair.Repaired;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class RepairTest {
  private static final Message QUESTION = Message.User.of("Go.");
  private static final Message ASKED =
      Blocks.assistant(Blocks.text("Let me."), Blocks.use("1"), Blocks.use("2"));
  private static final Block.ToolResult LOST =
      new Block.ToolResult(
          "1",
          "[CANCELLED] Tool call has no result: it was interrupted before its result was written.",
          true);

  @Test
  @DisplayName(
      "S1-82: a call without a result gets one that is true and an error, before the others")
  void orphansAreAnswered() {
    var repaired =
        Repair.of(
            List.of(QUESTION, ASKED, Blocks.user(Blocks.result("2", "B"), Blocks.text("And?"))));

    assertThat(repaired.messages())
        .containsExactly(
            QUESTION, ASKED, Blocks.user(LOST, Blocks.result("2", "B"), Blocks.text("And?")));
    assertThat(repaired.mends()).containsExactly(new Mend.OrphanAnswered("1", "look"));
  }

  @Test
  @DisplayName("Calls at the end get a message with results of their own")
  void orphansAtTheEnd() {
    var one = Blocks.assistant(Blocks.use("1"));

    assertThat(Repair.of(List.of(QUESTION, one)).messages())
        .containsExactly(QUESTION, one, Blocks.user(LOST));
  }

  @Test
  @DisplayName("Results of no call, and second ones, are dropped")
  void resultsWithoutCallsAreDropped() {
    var repaired =
        Repair.of(
            List.of(
                Blocks.user(Blocks.text("Go."), Blocks.result("9", "?")),
                ASKED,
                Blocks.user(
                    Blocks.result("1", "A"), Blocks.result("2", "B"), Blocks.result("1", "A2"))));

    assertThat(repaired.messages())
        .containsExactly(
            QUESTION, ASKED, Blocks.user(Blocks.result("1", "A"), Blocks.result("2", "B")));
    assertThat(repaired.mends())
        .containsExactly(new Mend.ResultDropped(0, "9"), new Mend.ResultDoubled(2, "1"));
  }

  @Test
  @DisplayName(
      "A result far from its call counts where nothing was said between, and not elsewhere")
  void resultsFarFromTheirCalls() {
    var one = Blocks.assistant(Blocks.use("1"));
    var late = Blocks.user(Blocks.result("1", "A"));

    assertThat(Repair.of(List.of(QUESTION, one, Message.User.of("And?"), late)).messages())
        .containsExactly(QUESTION, one, Blocks.user(Blocks.result("1", "A"), Blocks.text("And?")));
    var said = Blocks.assistant(Blocks.text("Hm."));
    assertThat(Repair.of(List.of(QUESTION, one, Message.User.of("And?"), said, late)).messages())
        .containsExactly(QUESTION, one, Blocks.user(LOST, Blocks.text("And?")), said);
  }

  @Test
  @DisplayName("Messages of one side become one, words are dropped where there are none")
  void messagesAreMerged() {
    var repaired =
        Repair.of(
            List.of(
                QUESTION,
                Blocks.user(),
                Blocks.user(Blocks.text(" "), Blocks.text("Now.")),
                Blocks.assistant(Blocks.text("A")),
                Blocks.user(Blocks.text("\n")),
                Blocks.assistant(Blocks.text("B"))));

    assertThat(repaired.messages())
        .containsExactly(
            Blocks.user(Blocks.text("Go."), Blocks.text("Now.")),
            Blocks.assistant(Blocks.text("A"), Blocks.text("B")));
    assertThat(repaired.mends())
        .containsExactly(
            new Mend.BlankDropped(1),
            new Mend.BlankDropped(2),
            new Mend.Merged(2),
            new Mend.BlankDropped(4),
            new Mend.Merged(5));
  }

  @Test
  @DisplayName("Results come first, in the order of their calls; words of a model before its calls")
  void piecesAreInOrder() {
    var repaired =
        Repair.of(
            List.of(
                QUESTION,
                Blocks.assistant(Blocks.use("1"), Blocks.text("Let me."), Blocks.use("2")),
                Blocks.user(
                    Blocks.text("And?"), Blocks.result("2", "B"), Blocks.result("1", "A"))));

    assertThat(repaired.messages())
        .containsExactly(
            QUESTION,
            ASKED,
            Blocks.user(Blocks.result("1", "A"), Blocks.result("2", "B"), Blocks.text("And?")));
    assertThat(repaired.mends())
        .containsExactly(new Mend.Moved(1), new Mend.Moved(2), new Mend.Moved(2));
  }

  @Test
  @DisplayName("Equal and empty ids are named, and their results with them, in order")
  void idsAreNamed() {
    var repaired =
        Repair.of(
            List.of(
                QUESTION,
                Blocks.assistant(Blocks.use("a"), Blocks.use("a"), Blocks.use("")),
                Blocks.user(
                    Blocks.result("a", "first"),
                    Blocks.result("", "third"),
                    Blocks.result("a", "second")),
                Blocks.assistant(Blocks.use("a")),
                Blocks.user(Blocks.result("a", "fourth"))));

    assertThat(repaired.messages())
        .containsExactly(
            QUESTION,
            Blocks.assistant(Blocks.use("a"), Blocks.use("a-dup1"), Blocks.use("synth-2")),
            Blocks.user(
                Blocks.result("a", "first"),
                Blocks.result("a-dup1", "second"),
                Blocks.result("synth-2", "third")),
            Blocks.assistant(Blocks.use("a-dup2")),
            Blocks.user(Blocks.result("a-dup2", "fourth")));
    assertThat(repaired.mends())
        .containsExactly(
            new Mend.IdRenamed(1, "a", "a-dup1"),
            new Mend.IdRenamed(1, "", "synth-2"),
            new Mend.Moved(2),
            new Mend.IdRenamed(3, "a", "a-dup2"));
  }

  @Test
  @DisplayName("A conversation that begins with the model begins with a message that says so")
  void aBeginIsAdded() {
    var said = Blocks.assistant(Blocks.text("Hi."));

    var repaired = Repair.of(List.of(said, QUESTION));
    assertThat(repaired.messages())
        .containsExactly(
            Message.User.of("[The beginning of this conversation is missing.]"), said, QUESTION);
    assertThat(repaired.mends()).containsExactly(new Mend.BeginAdded());
  }

  @Test
  @DisplayName("Arguments and words that no API takes are told in such that it does")
  void argumentsAndWordsAreMended() {
    var repaired =
        Repair.of(
            List.of(
                Message.User.of("a\uDE00"),
                Blocks.assistant(new Block.ToolUse("1", "look", "[1]")),
                Blocks.user(new Block.ToolResult("1", "", true))));

    assertThat(repaired.messages())
        .containsExactly(
            Message.User.of("a\uFFFD"),
            Blocks.assistant(new Block.ToolUse("1", "look", "{\"unreadable_arguments\":\"[1]\"}")),
            Blocks.user(
                new Block.ToolResult("1", "The tool failed, and said nothing about it.", true)));
    assertThat(repaired.mends())
        .containsExactly(
            new Mend.WordsMended(0), new Mend.ArgumentsReplaced(1, "1"), new Mend.WordsMended(2));
  }

  @Test
  @DisplayName("What is in order stays as it is; nothing stays nothing")
  void orderIsLeftAlone() {
    var messages =
        List.of(QUESTION, ASKED, Blocks.user(Blocks.result("1", "A"), Blocks.result("2", "")));

    assertThat(Repair.of(messages)).isEqualTo(new Repaired(messages, List.of()));
    assertThat(Repair.of(List.of())).isEqualTo(new Repaired(List.of(), List.of()));
  }
}
