package dev.belay.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

final class RepeatedLinesTest {
  private final RepeatedLines repeats = new RepeatedLines();

  @Test
  void theFirstFewAreSaidAndTheOthersCounted() {
    var said = new ArrayList<String>();
    for (int i = 0; i < 3_000; i++) {
      said.addAll(repeats.next("x wrote garbage (why): " + i).lines());
    }

    assertThat(said).hasSize(RepeatedLines.SAID).endsWith("x wrote garbage (why): 9");
    assertThat(repeats.rest()).containsExactly("… 2,990 more such lines: x wrote garbage");
    assertThat(repeats.rest()).isEmpty();
  }

  @Test
  void anotherKindIsSaidAtOnceAfterTheNumber() {
    for (int i = 0; i < 12; i++) {
      repeats.next("noise: " + i);
    }

    assertThat(repeats.next("crashed").lines())
        .containsExactly("… 2 more such lines: noise", "crashed");
  }

  @Test
  void countingBeginsOnce() {
    for (int i = 0; i < RepeatedLines.SAID; i++) {
      assertThat(repeats.next("noise: " + i).starts()).isFalse();
    }

    assertThat(repeats.next("noise: again").starts()).isTrue();
    assertThat(repeats.next("noise: again").starts()).isFalse();
    repeats.rest();
    assertThat(repeats.next("noise: again").starts()).isTrue();
  }
}
