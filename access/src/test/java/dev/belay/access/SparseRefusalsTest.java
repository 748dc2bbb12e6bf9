package dev.belay.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whoever is refused over and over does not fill the audit log")
class SparseRefusalsTest {
  private final HandTime time = new HandTime();
  private final List<String> heard = new ArrayList<>();
  private final SparseRefusals refusals =
      new SparseRefusals((what, who, why) -> heard.add(what + " " + who + ": " + why), time);

  private void refuse(String what, String who, int times) {
    for (int i = 0; i < times; i++) {
      refusals.refused(what, who, "why");
    }
  }

  @Test
  @DisplayName("Ten are told at once, then one each six seconds, with the number of the others")
  void aFlood() {
    refuse("access", "nobody", 100_000);
    assertThat(heard).hasSize(10).containsOnly("access nobody: why");
    time.advance(Duration.ofSeconds(6));
    refuse("access", "nobody", 100_000);
    assertThat(heard).hasSize(11).endsWith("access nobody: why; and 99990 more before");
    time.advance(Duration.ofMinutes(10));
    refuse("access", "nobody", 2);
    assertThat(heard.subList(11, 13))
        .containsExactly("access nobody: why; and 99999 more before", "access nobody: why");
  }

  @Test
  void nobodyHidesWhatAnotherDoes() {
    refuse("rate", "ada", 50);
    refuse("rate", "bob", 1);
    refuse("access", "ada", 1);
    assertThat(heard).hasSize(12).endsWith("rate bob: why", "access ada: why");
  }
}
