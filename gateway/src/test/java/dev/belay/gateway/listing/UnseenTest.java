package dev.belay.gateway.listing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What a model reads and a person does not see")
final class UnseenTest {
  @ParameterizedTest
  @ValueSource(
      ints = {
        0xad, 0x61c, 0x200b, 0x200d, 0x200e, 0x202e, 0x2060, 0x2066, 0xfeff, 0xe0041, 0xe0100
      })
  void invisibleCharactersAreNamed(int c) {
    var name = "U+%04X".formatted(c);
    var text = "a" + Character.toString(c) + "b" + Character.toString(c);
    assertThat(Unseen.in(text)).containsExactly(name);
    assertThat(Unseen.shown(text)).isEqualTo("a<" + name + ">b<" + name + ">");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"plain", "größe", "日本語", "👩‍👩‍👧", "नमस्ते", "क्‍ष", "❤️", "مرحبا", "a\nb"})
  void plainTextHasNoInvisibleCharacters(String text) {
    assertThat(Unseen.in(text)).isEmpty();
    assertThat(Unseen.shown(text)).isEqualTo(text);
  }

  @Test
  void controlCharactersAreNotSentToATerminal() {
    assertThat(Unseen.shown("a\u001b[2Jb\r")).isEqualTo("a<U+001B>[2Jb<U+000D>");
  }
}
