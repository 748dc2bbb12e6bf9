package dev.belay.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Limits;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.Tools;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("How long a tool may take where only its author says so")
final class ToolLimitsTest {
  /** Tools with and without limits of their own. */
  static final class Said {
    @Tool(description = "Says nothing.")
    public void plain() {}

    @Tool(description = "Is brief.", timeout = 1, idleTimeout = 60)
    public void brief() {}

    @Tool(description = "May not be silent.", idleTimeout = 5)
    public void talking() {}
  }

  private static Limits of(String tool) {
    var declared = Tools.of(new Said()).named(tool).orElseThrow().declaration();
    return ToolLimits.global(Limits.DEFAULT).of(declared).values();
  }

  @Test
  @DisplayName("S0-8: silence may last no longer than the whole, alone as behind a gateway")
  void clamped() {
    assertThat(of("brief")).isEqualTo(Limits.ofSeconds(1, 1));
    assertThat(of("talking")).isEqualTo(Limits.ofSeconds(1_800, 5));
    assertThat(of("plain")).isEqualTo(Limits.DEFAULT);
  }
}
