package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S1-8: a model that asks for the same again and again is told, then stopped")
final class LoopDetectorTest {
  private final LoopDetector detector = new LoopDetector(LoopLimits.DEFAULT);

  private String call(String tool, String arguments, String result) {
    return word(detector.ended(tool, arguments, result, false));
  }

  private String fail(String tool, String arguments) {
    return word(detector.ended(tool, arguments, arguments + " failed", true));
  }

  private static String word(LoopVerdict verdict) {
    return switch (verdict) {
      case LoopVerdict.Fine _ -> "fine";
      case LoopVerdict.Warn(String _) -> "warn";
      case LoopVerdict.Halt(String _) -> "halt";
    };
  }

  private List<String> calls(String... tools) {
    var words = new ArrayList<String>();
    for (var tool : tools) {
      words.add(call(tool, "{}", "same"));
    }
    return words;
  }

  @Test
  @DisplayName("The third equal call warns, once; the fifth halts")
  void equalCalls() {
    assertThat(calls("read", "read", "read", "read", "read"))
        .containsExactly("fine", "fine", "warn", "fine", "halt");
  }

  @Test
  @DisplayName("What stands in between does not hide a repetition, and does not repeat the warning")
  void othersInBetween() {
    assertThat(calls("read", "a", "read", "b", "read", "c", "read", "d", "read"))
        .containsExactly("fine", "fine", "fine", "fine", "warn", "fine", "fine", "fine", "halt");
  }

  @Test
  @DisplayName("What has left the window is forgotten, and warns anew when it comes back")
  void theWindowForgets() {
    calls("read", "read", "read");
    for (int i = 0; i < 12; i++) {
      call("other", "{\"a\":" + i + "}", "x");
    }
    assertThat(calls("read", "read", "read")).containsExactly("fine", "fine", "warn");
  }

  @Test
  @DisplayName("Four failures in a row warn, eight halt, a success ends the streak")
  void failures() {
    var words = new ArrayList<String>();
    for (int i = 0; i < 8; i++) {
      words.add(fail("write", "{\"a\":" + i + "}"));
    }
    assertThat(words)
        .containsExactly("fine", "fine", "fine", "warn", "fine", "fine", "fine", "halt");
    detector.reset();
    fail("write", "1");
    fail("write", "2");
    fail("write", "3");
    assertThat(call("read", "{}", "x")).isEqualTo("fine");
    assertThat(fail("write", "4")).isEqualTo("fine");
  }

  @Test
  @DisplayName("A cycle of different calls warns in its third round and halts in its fifth")
  void cycles() {
    var words = new ArrayList<String>();
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < 10; i++) {
        words.add(call("step", "{\"i\":" + i + "}", "x"));
      }
    }
    assertThat(words.indexOf("warn")).isEqualTo(29);
    assertThat(words.indexOf("halt")).isEqualTo(49);
    assertThat(words.stream().filter("warn"::equals)).hasSize(1);
  }

  @Test
  @DisplayName("A cycle of eleven is none")
  void longCyclesAreNone() {
    for (int round = 0; round < 6; round++) {
      for (int i = 0; i < 11; i++) {
        // Outside the window of repeats, too: eleven others lie in between.
        assertThat(call("step", "{\"i\":" + i + "}", "x")).isEqualTo("fine");
      }
    }
  }

  @Test
  @DisplayName("A new user message begins with nothing")
  void resetForgets() {
    calls("read", "read", "read", "read");
    detector.reset();
    assertThat(calls("read", "read", "read")).containsExactly("fine", "fine", "warn");
  }

  @Test
  @DisplayName("A rule that is set to zero is off")
  void rulesAreOff() {
    var off = new LoopDetector(new LoopLimits(12, 0, 0, 0, -1, 0));
    for (int i = 0; i < 50; i++) {
      assertThat(off.ended("read", "{}", "x", true)).isEqualTo(new LoopVerdict.Fine());
    }
  }

  @Test
  @DisplayName("The reason names the tool, the count and when the turn ends")
  void reasons() {
    detector.ended("read", "{}", "x", false);
    detector.ended("read", "{}", "x", false);
    assertThat(detector.ended("read", "{}", "x", false))
        .isEqualTo(
            new LoopVerdict.Warn(
                "Tool 'read' was called 3 times with the same arguments and the same result; the"
                    + " turn ends at 5."));
  }
}
