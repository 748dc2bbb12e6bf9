package dev.belay.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class TerminalTest {
  @Test
  void aTerminalHasALineThatLivesAndColours() {
    assertThat(Terminal.of(Map.of("TERM", "xterm", "LANG", "en_US.UTF-8", "COLUMNS", "120"), true))
        .isEqualTo(new Terminal(true, true, true, 120));
  }

  @Test
  void aFileGetsPlainLines() {
    assertThat(Terminal.of(Map.of("TERM", "xterm"), false))
        .isEqualTo(new Terminal(false, false, false, 80));
  }

  @Test
  @DisplayName("NO_COLOR and TERM=dumb are respected")
  void aPersonCanDoWithout() {
    assertThat(Terminal.of(Map.of("TERM", "xterm", "NO_COLOR", "1"), true))
        .isEqualTo(new Terminal(true, false, false, 80));
    assertThat(Terminal.of(Map.of("TERM", "dumb"), true).live()).isFalse();
    assertThat(Terminal.of(Map.of(), true).live()).isFalse();
  }

  @Test
  void theStrongestLocaleCountsAndNonsenseDoesNot() {
    assertThat(Terminal.of(Map.of("LC_ALL", "C", "LANG", "C.UTF-8"), true).unicode()).isFalse();
    assertThat(Terminal.of(Map.of("LC_CTYPE", "de_DE.utf8", "COLUMNS", "-3"), true))
        .isEqualTo(new Terminal(false, false, true, 80));
  }
}
