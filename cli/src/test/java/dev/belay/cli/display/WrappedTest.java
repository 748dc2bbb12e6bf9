package dev.belay.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.FakeShell;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Text for people is wrapped between words, on a terminal alone")
final class WrappedTest {
  private static final String TEXT =
      "Tool exceeded wall-clock limit of 1s. The call was of hang of the server faulty.\n";

  @Test
  @DisplayName("HOUR-14: no word is broken, and a word that is too long stays whole")
  void wordsStayWhole() {
    var shell = new FakeShell().onTerminal().with("COLUMNS", "30").shell();
    assertThat(Wrapped.atWords(shell, TEXT))
        .isEqualTo(
            "Tool exceeded wall-clock limit\nof 1s. The call was of hang of\nthe server faulty.\n");
    assertThat(Wrapped.atWords(shell, "a " + "x".repeat(40) + " \u001b[2Jb"))
        .isEqualTo("a\n" + "x".repeat(40) + "\n?[2Jb\n");
  }

  @Test
  void aFileGetsTheTextAsItIs() {
    assertThat(Wrapped.atWords(new FakeShell().shell(), TEXT)).isEqualTo(TEXT);
  }
}
