package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.lane.Lane;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P6, S1-35: a result that cannot be read is one all the same")
final class UnreadableTest {
  private final TurnRig rig = new TurnRig(1);

  /** A tool that completes, with a scripted reading and fingerprint. */
  private record Read(TurnTool tool, Supplier<ToolAnswer> reading, Supplier<String> comparing)
      implements TurnTool {
    @Override
    public String name() {
      return tool.name();
    }

    @Override
    public Lane lane() {
      return tool.lane();
    }

    @Override
    public Limits limits() {
      return tool.limits();
    }

    @Override
    public String fingerprint() {
      return comparing.get();
    }

    @Override
    public void start(TurnCallPolicy terms) {
      tool.start(terms);
    }

    @Override
    public ToolAnswer read(Payload result) {
      return reading.get();
    }
  }

  private ToolUse unreadable(String id, Supplier<ToolAnswer> reading) {
    return new ToolUse(id, new Read(rig.tool("crawl", 1, "x"), reading, () -> "{}"));
  }

  @Test
  @DisplayName("so is one whose arguments cannot be compared with others")
  void notToBeCompared() {
    Supplier<String> comparing =
        () -> {
          throw new StackOverflowError("too deep");
        };
    var answer = new ToolAnswer("read", "read", /* isError= */ false);
    var use = new ToolUse("a", new Read(rig.tool("crawl", 1, "x"), () -> answer, comparing));
    var turn = rig.ran(TurnRequest.of("main", "s1"), use, rig.tool("read", 1, "one").as("b"));
    assertThat(turn.texts()).containsExactly("read", "one");
    assertThat(turn.story()).endsWith("complete 2");
  }

  @Test
  @DisplayName("whatever reading it threw, errors too; the others, and the turn, go on")
  void whateverIsThrown() {
    var turn =
        rig.ran(
            TurnRequest.of("main", "s1"),
            unreadable(
                "a",
                () -> {
                  throw new StackOverflowError("too deep");
                }),
            unreadable(
                "b",
                () -> {
                  throw new IllegalStateException("no text");
                }),
            rig.tool("read", 1, "one").as("c"));
    assertThat(turn.texts()).hasSize(3).last().isEqualTo("one");
    assertThat(turn.texts().get(0))
        .startsWith("The tool's result cannot be read: ")
        .contains("dee");
    assertThat(turn.texts().get(1)).contains("no text");
    assertThat(turn.results())
        .extracting(ToolUseResult::isError)
        .containsExactly(true, true, false);
    assertThat(turn.story()).endsWith("complete 3");
  }
}
