package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("LoopDetector: what its three forerunners got wrong, and what each was right about")
@Claim("D2")
final class LoopRulesTest {
  private final LoopDetector detector = new LoopDetector(LoopLimits.DEFAULT);

  private String ended(String tool, String arguments, String result, boolean isError) {
    return switch (detector.ended(tool, arguments, result, isError)) {
      case LoopVerdict.Fine _ -> "fine";
      case LoopVerdict.Warn(String _) -> "warn";
      case LoopVerdict.Halt(String _) -> "halt";
    };
  }

  @Test
  @DisplayName("A turn compares what is short: megabytes are hashed before its lock is taken")
  void cutDownBefore() {
    var seen =
        new LoopDetector.Seen(
            "read", "x".repeat(1 << 20), "y".repeat(1 << 20), /* isError= */ false);
    assertThat(seen.arguments()).hasSize(64);
    assertThat(seen.result()).hasSize(64).isNotEqualTo(seen.arguments());
    assertThat(detector.ended(seen)).isInstanceOf(LoopVerdict.Fine.class);
    assertThat(ended("read", "x".repeat(1 << 20), "y".repeat(1 << 20), false)).isEqualTo("fine");
    assertThat(detector.ended(seen)).as("the third").isInstanceOf(LoopVerdict.Warn.class);
  }

  @Test
  @DisplayName("LoopDetector, first defect: a difference deep in the arguments is a difference")
  void nestedDifference() {
    for (int i = 0; i < 20; i++) {
      var arguments = "{\"filter\":{\"page\":{\"from\":" + i + "}}}";
      assertThat(ended("search", arguments, "nothing", false)).isEqualTo("fine");
    }
  }

  @Test
  @DisplayName("LoopDetector, second defect: a rule that has warned does not silence another")
  void eachRuleWarnsForItself() {
    var words = new ArrayList<String>();
    for (int i = 0; i < 4; i++) {
      words.add(ended("write", "{}", "no disk", true));
    }
    assertThat(words)
        .as("the third is the same again, the fourth the fourth failure in a row")
        .containsExactly("fine", "fine", "warn", "warn");
  }

  @Test
  @DisplayName("LoopDetector, third defect: it warns once, and anew when what it saw was over")
  void warnsOnceAndAnew() {
    var words = new ArrayList<String>();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 4; i++) {
        words.add(ended("read", "{\"i\":" + round + i + "}", "gone " + round + i, true));
      }
      words.add(ended("read", "{}", "here " + round, false));
    }
    assertThat(words)
        .containsExactly(
            "fine", "fine", "fine", "warn", "fine", "fine", "fine", "fine", "warn", "fine");
  }

  @Test
  @DisplayName("LoopDetector: polling is no loop while the answers change, and is one when not")
  void polling() {
    for (int i = 0; i < 50; i++) {
      assertThat(ended("status", "{\"job\":1}", i + " %", false)).isEqualTo("fine");
    }
    var words = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      words.add(ended("status", "{\"job\":1}", "stuck", false));
    }
    assertThat(words).containsExactly("fine", "fine", "warn", "fine", "halt");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10})
  @DisplayName("LoopDetector: cycles of two to ten calls warn once and halt")
  void cycles(int length) {
    var words = new ArrayList<String>();
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < length; i++) {
        words.add(ended("step" + i, "{}", "x", false));
      }
    }
    assertThat(words.subList(0, 2 * length)).as("two rounds are none").containsOnly("fine");
    assertThat(words).contains("warn").endsWith("halt");
    assertThat(words.indexOf("warn")).isLessThan(words.indexOf("halt"));
  }

  @Test
  @DisplayName("LoopDetector: a cycle whose answers change is none")
  void cycleWithChangingAnswers() {
    for (int i = 0; i < 40; i++) {
      assertThat(ended(i % 2 == 0 ? "look" : "wait", "{}", "at " + i, false)).isEqualTo("fine");
    }
  }

  @Test
  @DisplayName("LoopDetector: two calls that fail by turns are failures in a row, and a cycle")
  void alternatingFailures() {
    var words = new ArrayList<String>();
    for (int i = 0; i < 8; i++) {
      words.add(ended(i % 2 == 0 ? "a" : "b", "{}", "failed", true));
    }
    assertThat(words.subList(0, 3)).containsOnly("fine");
    assertThat(words.get(3)).as("the fourth failure").isEqualTo("warn");
    assertThat(words.get(7)).as("the eighth").isEqualTo("halt");
  }

  @Test
  @DisplayName(
      "LoopDetector: every call of a batch that loops has its result, also behind the halt")
  void everyCallHasItsResult() {
    var rig = new TurnRig(1);
    var uses = new ArrayList<ToolUse>();
    for (int i = 0; i < 9; i++) {
      uses.add(rig.tool("read", 1 + i, "same").as("c" + i));
    }
    var turn = rig.running(TurnRequest.of("main", "s1"), uses);
    rig.simulation.run();
    assertThat(turn.results()).hasSize(9);
    assertThat(turn.texts().subList(5, 9)).allMatch(text -> text.startsWith("same"));
    assertThat(turn.story().stream().filter(one -> one.startsWith("result"))).hasSize(9);
    assertThat(turn.story()).endsWith("error Turn cancelled: it went in circles", "abort loop");
  }

  @Test
  @DisplayName("LoopDetector: what was cancelled says nothing of loops")
  void cancelledCallsDoNotCount() {
    var rig = new TurnRig(1);
    var uses =
        List.of(
            rig.hanging("crawl").as("a"),
            rig.hanging("crawl").as("b"),
            rig.hanging("crawl").as("c"));
    var turn = rig.running(TurnRequest.of("main", "s1"), uses);
    for (var id : List.of("a", "b", "c")) {
      rig.at(1, () -> assertThat(turn.turn().abortTool(id)).isTrue());
    }
    rig.simulation.run();
    assertThat(turn.texts()).containsOnly("[CANCELLED] Tool call aborted by user.");
    assertThat(turn.story()).endsWith("complete 3");
  }
}
