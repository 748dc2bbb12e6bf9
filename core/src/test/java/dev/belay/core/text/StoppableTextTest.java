package dev.belay.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.cancel.StoppedException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("SEC-C2: no pattern tries for ever")
class StoppableTextTest {
  private static final Pattern HOPELESS = Pattern.compile("(a+a+)+(z|\\1)?b");

  @Test
  @DisplayName("it ends with the interrupt of its thread")
  void interrupted() {
    var matcher = HOPELESS.matcher(new StoppableText("a".repeat(200), Long.MAX_VALUE / 2));
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(matcher::find).isInstanceOf(StoppedException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  @DisplayName("it ends after so many looks, also at parts of the text")
  void spent() {
    assertThatThrownBy(() -> HOPELESS.matcher(new StoppableText("a".repeat(200), 10_000)).find())
        .isInstanceOf(SlowPatternException.class)
        .hasMessageContaining("200 characters");

    var whole = new StoppableText("aaaa", 0);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                var _ = whole.subSequence(1, 3).charAt(0);
              }
            })
        .isInstanceOf(SlowPatternException.class);
  }

  @Test
  @DisplayName("what a pattern has to look at, it may")
  void enough() {
    var text = "x".repeat(100_000) + "y";
    assertThat(Pattern.compile("x*y").matcher(new StoppableText(text, 0)).matches()).isTrue();
    assertThat(new StoppableText(text, 0)).hasToString(text);
  }
}
