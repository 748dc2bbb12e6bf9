package dev.belay.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.history.Repair.Repaired;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class RepairPropertyTest {
  private static final int HISTORIES = 10_000;

  @Test
  @DisplayName(
      "S1-82: of 10,000 random conversations, what is repaired is taken by both APIs, and"
          + " needs no repair")
  void whatIsRepairedIsAcceptable() {
    var mended = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      var garbage = new RandomHistories(seed).garbage();
      var repaired = Repair.of(garbage);
      var messages = repaired.messages();
      assertThat(ApiRules.anthropic(AnthropicShape.write(messages))).as("seed %d", seed).isEmpty();
      assertThat(ApiRules.openAi(OpenAiShape.write("Be brief.", messages)))
          .as("seed %d", seed)
          .isEmpty();
      assertThat(Repair.of(messages))
          .as("seed %d", seed)
          .isEqualTo(new Repaired(messages, List.of()));
      if (repaired.mends().isEmpty()) {
        assertThat(messages).as("seed %d", seed).isEqualTo(garbage);
      } else {
        mended++;
      }
    }
    assertThat(mended).isBetween(HISTORIES / 2, HISTORIES - 1);
  }
}
