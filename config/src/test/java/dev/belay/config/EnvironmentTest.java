package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Belay reads from its environment. */
class EnvironmentTest {
  @TempDir Path directory;

  @Test
  void aVariableThatNamesNoKeyIsAWarningWithTheNearest() {
    assertThat(
            new Scene(directory)
                .environment("BELAY_MCP_TIMEUOT", "5")
                .environment("BELAY_ZZZ", "5")
                .environment("BELAY_ROPE_1_2", "outer")
                .environment("BELAY_HOME", "/opt/belay")
                .environment("BELAY_JAVA_OPTS", "-Xmx1g")
                .environment("BELAYED", "1")
                .warnings())
        .containsExactly(
            "BELAY_MCP_TIMEUOT: names no key and is ignored; did you mean BELAY_MCP_TIMEOUT?",
            "BELAY_ZZZ: names no key and is ignored");
  }

  @Test
  void anEmptyVariableSetsNothing() {
    var scene = new Scene(directory).environment("BELAY_MCP_TIMEOUT", "");
    assertThat(scene.settings()).isEqualTo(Settings.defaults());
    assertThat(scene.warnings()).isEmpty();
  }
}
