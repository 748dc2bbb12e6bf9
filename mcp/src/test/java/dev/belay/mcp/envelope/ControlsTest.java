package dev.belay.mcp.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What others wrote moves no cursor of ours")
final class ControlsTest {
  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 7, 9, 0xA, 0xD, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9D, 0x9F, 0x2028, 0x2029, 0x202E, 0x2066,
        0x200F, 0x61C
      })
  void whatIsObeyedIsNotShown(int code) {
    var text = "a" + Character.toString(code) + Character.toString(code) + "b";
    assertThat(Controls.marked(text)).isEqualTo("a??b");
    assertThat(Controls.line("\n" + text + "\n")).isEqualTo("a b");
  }

  @Test
  void linesStayWhereTheyAreShown() {
    var hostile = "a\tb\r\nc\u001b]52;c;eA==\u0007\u009b2J\rd\u202e\n";
    assertThat(Controls.shown(hostile)).isEqualTo("a\tb\nc?]52;c;eA==??2J?d?\n");
  }

  @Test
  void allElseStays() {
    var text = "naïve café, 東京, שלום, नमस्ते, \uD83D\uDC68\u200D\uD83D\uDC69 \u00A0§";
    assertThat(Controls.marked(text)).isEqualTo(text);
    assertThat(Controls.line(text)).isEqualTo(text);
  }
}
