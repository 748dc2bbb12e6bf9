package dev.belay.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class RepairPropertyTest {
  private static final int HISTORIES = 10_000;

  @Test
  @DisplayName("S1-82: of 10,000 random conversations, what is repaired is taken by both APIs")
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
      if (repaired.mends().isEmpty()) {
        assertThat(messages).as("seed %d", seed).isEqualTo(garbage);
      } else {
        mended++;
      }
    }
    assertThat(mended).isBetween(HISTORIES / 2, HISTORIES - 1);
  }

  @Test
  @DisplayName("What is repaired needs no repair")
  void repairIsIdempotent() {
    for (var seed = 0; seed < HISTORIES; seed++) {
      var repaired = Repair.of(new RandomHistories(seed).garbage());
      var again = Repair.of(repaired.messages());
      assertThat(again.mends()).as("seed %d", seed).isEmpty();
      assertThat(again.messages()).as("seed %d", seed).isEqualTo(repaired.messages());
    }
  }
}
