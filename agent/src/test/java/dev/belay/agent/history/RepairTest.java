package dev.belay.agent.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.belay.agent.history.Repair.Mend;
import dev.belay.agent.history.Repair.Repaired;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class RepairTest {
  private static final Message QUESTION = Message.User.of("Go.");
  private static final Message ASKED =
      Blocks.assistant(Blocks.text("Let me."), Blocks.use("1"), Blocks.use("2"));
  private static final Message ONE = Blocks.assistant(Blocks.use("1"));
  private static final Message SAID = Blocks.assistant(Blocks.text("Hm."));
  private static final Block.ToolResult LOST =
      new Block.ToolResult(
          "1",
          "[CANCELLED] Tool call has no result: it was interrupted before its result was written.",
          true);

  static Stream<Arguments> disorders() {
    return Stream.of(
        arguments(
            "S1-82: a call without a result gets one that is true and an error, before the others",
            List.of(QUESTION, ASKED, Blocks.user(Blocks.result("2", "B"), Blocks.text("And?"))),
            List.of(
                QUESTION, ASKED, Blocks.user(LOST, Blocks.result("2", "B"), Blocks.text("And?"))),
            List.of(new Mend.OrphanAnswered("1", "look"))),
        arguments(
            "Calls at the end get a message with results of their own",
            List.of(QUESTION, ONE),
            List.of(QUESTION, ONE, Blocks.user(LOST)),
            List.of(new Mend.OrphanAnswered("1", "look"))),
        arguments(
            "Results of no call, and second ones, are dropped",
            List.of(
                Blocks.user(Blocks.text("Go."), Blocks.result("9", "?")),
                ASKED,
                Blocks.user(
                    Blocks.result("1", "A"), Blocks.result("2", "B"), Blocks.result("1", "A2"))),
            List.of(QUESTION, ASKED, Blocks.user(Blocks.result("1", "A"), Blocks.result("2", "B"))),
            List.of(new Mend.ResultDropped(0, "9"), new Mend.ResultDoubled(2, "1"))),
        arguments(
            "Messages of one side become one, words are dropped where there are none",
            List.of(
                QUESTION,
                Blocks.user(),
                Blocks.user(Blocks.text(" "), Blocks.text("Now.")),
                Blocks.assistant(Blocks.text("A")),
                Blocks.user(Blocks.text("\n")),
                Blocks.assistant(Blocks.text("B"))),
            List.of(
                Blocks.user(Blocks.text("Go."), Blocks.text("Now.")),
                Blocks.assistant(Blocks.text("A"), Blocks.text("B"))),
            List.of(
                new Mend.BlankDropped(1),
                new Mend.BlankDropped(2),
                new Mend.Merged(2),
                new Mend.BlankDropped(4),
                new Mend.Merged(5))),
        arguments(
            "Results come first, in the order of their calls; words of a model before its calls",
            List.of(
                QUESTION,
                Blocks.assistant(Blocks.use("1"), Blocks.text("Let me."), Blocks.use("2")),
                Blocks.user(Blocks.text("And?"), Blocks.result("2", "B"), Blocks.result("1", "A"))),
            List.of(
                QUESTION,
                ASKED,
                Blocks.user(Blocks.result("1", "A"), Blocks.result("2", "B"), Blocks.text("And?"))),
            List.of(new Mend.Moved(1), new Mend.Moved(2), new Mend.Moved(2))),
        arguments(
            "Equal and empty ids are named, and their results with them, in order",
            List.of(
                QUESTION,
                Blocks.assistant(Blocks.use("a"), Blocks.use("a"), Blocks.use("")),
                Blocks.user(
                    Blocks.result("a", "first"),
                    Blocks.result("", "third"),
                    Blocks.result("a", "second")),
                Blocks.assistant(Blocks.use("a")),
                Blocks.user(Blocks.result("a", "fourth"))),
            List.of(
                QUESTION,
                Blocks.assistant(Blocks.use("a"), Blocks.use("a-dup1"), Blocks.use("synth-2")),
                Blocks.user(
                    Blocks.result("a", "first"),
                    Blocks.result("a-dup1", "second"),
                    Blocks.result("synth-2", "third")),
                Blocks.assistant(Blocks.use("a-dup2")),
                Blocks.user(Blocks.result("a-dup2", "fourth"))),
            List.of(
                new Mend.IdRenamed(1, "a", "a-dup1"),
                new Mend.IdRenamed(1, "", "synth-2"),
                new Mend.Moved(2),
                new Mend.IdRenamed(3, "a", "a-dup2"))),
        arguments(
            "A conversation that begins with the model begins with a message that says so",
            List.of(SAID, QUESTION),
            List.of(
                Message.User.of("[The beginning of this conversation is missing.]"),
                SAID,
                QUESTION),
            List.of(new Mend.BeginAdded())),
        arguments(
            "Arguments and words that no API takes are told in such that it does",
            List.of(
                Message.User.of("a\uDE00"),
                Blocks.assistant(new Block.ToolUse("1", "look", "[1]")),
                Blocks.user(new Block.ToolResult("1", "", true))),
            List.of(
                Message.User.of("a\uFFFD"),
                Blocks.assistant(
                    new Block.ToolUse("1", "look", "{\"unreadable_arguments\":\"[1]\"}")),
                Blocks.user(
                    new Block.ToolResult(
                        "1", "The tool failed, and said nothing about it.", true))),
            List.of(
                new Mend.WordsMended(0),
                new Mend.ArgumentsReplaced(1, "1"),
                new Mend.WordsMended(2))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("disorders")
  @DisplayName("A history in disorder is repaired, and each repair is told")
  void disordersAreRepaired(
      String what, List<Message> given, List<Message> messages, List<Mend> mends) {
    assertThat(Repair.of(given)).as(what).isEqualTo(new Repaired(messages, mends));
  }

  @Test
  @DisplayName(
      "A result far from its call counts where nothing was said between, and not elsewhere")
  void resultsFarFromTheirCalls() {
    var late = Blocks.user(Blocks.result("1", "A"));

    assertThat(Repair.of(List.of(QUESTION, ONE, Message.User.of("And?"), late)).messages())
        .containsExactly(QUESTION, ONE, Blocks.user(Blocks.result("1", "A"), Blocks.text("And?")));
    assertThat(Repair.of(List.of(QUESTION, ONE, Message.User.of("And?"), SAID, late)).messages())
        .containsExactly(QUESTION, ONE, Blocks.user(LOST, Blocks.text("And?")), SAID);
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
