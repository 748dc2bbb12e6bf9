package dev.belay.gateway.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A guess is a sentence of its own behind the reason")
final class GuessTest {
  @ParameterizedTest
  @ValueSource(strings = {"Unknown tool: read_fil", "Unknown tool: read_fil."})
  void aGuessIsASentenceAfterTheReason(String reason) {
    assertThat(new Guess("read_fil", () -> List.of("read_file", "exec")).on(reason))
        .isEqualTo("Unknown tool: read_fil. Did you mean read_file?");
  }
}
