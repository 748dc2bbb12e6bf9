package dev.belay.core.name;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Truncation of names and messages from outside. */
class ShortTextTest {
  @Test
  void whatIsShortEnoughStaysAsItIs() {
    assertThat(ShortText.name("n".repeat(200))).isEqualTo("n".repeat(200));
    assertThat(ShortText.message("m".repeat(4_096))).isEqualTo("m".repeat(4_096));
  }

  @Test
  @DisplayName("SEC-H3: names are cut at 200 characters, and no name that is known reads like that")
  void names() {
    var cut = ShortText.name("n".repeat(4_100_000));
    assertThat(cut).isEqualTo("n".repeat(200) + "…");
    assertThat(ShortText.name(cut)).isEqualTo(cut);
    assertThat(ShortText.isTooLong(cut)).isTrue();
  }

  @Test
  void halfACharacterIsNone() {
    assertThat(ShortText.name("n".repeat(199) + "🙂🙂")).isEqualTo("n".repeat(199) + "…");
  }

  @ParameterizedTest
  @ValueSource(strings = {"m", "é", "€", "🙂", "m🙂", "\ud83d"})
  @DisplayName("SEC-H3: messages are cut at 4 KiB of UTF-8, between two characters")
  void messages(String character) {
    for (int more = 0; more < 5; more++) {
      var text = "m".repeat(more) + character.repeat(4_096 / character.length());
      var cut = ShortText.message(text);
      var bytes = cut.getBytes(UTF_8).length;
      assertThat(bytes).isBetween(more == 0 ? 0 : 1, 4_096);
      if (!cut.equals(text)) {
        assertThat(cut).endsWith("…");
        assertThat(text).startsWith(cut.substring(0, cut.length() - 1));
        assertThat(Character.isHighSurrogate(cut.charAt(cut.length() - 2)))
            .isEqualTo(character.equals("\ud83d"));
      }
      assertThat(ShortText.message(cut)).isEqualTo(cut);
    }
  }
}
