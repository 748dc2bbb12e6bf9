package dev.belay.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Belay reads from its environment, and what it hands on to a child. */
class EnvironmentTest {
  private static final Map<String, String> OWN =
      Map.ofEntries(
          Map.entry("PATH", "/bin"),
          Map.entry("HOME", "/home/me"),
          Map.entry("LANG", "C"),
          Map.entry("LANGUAGE", "en"),
          Map.entry("LC_ALL", "C.UTF-8"),
          Map.entry("TZ", "UTC"),
          Map.entry("TMPDIR", "/t"),
          Map.entry("TMP", "/t"),
          Map.entry("TEMP", "/t"),
          Map.entry("API_KEY", "k"),
          Map.entry("BELAYED", "1"),
          Map.entry("BELAY_MCP_TIMEOUT", "5"),
          Map.entry("BELAY_ROPE_1_2", "outer"));

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

  @Test
  void aWrappedChildGetsAllButBelaysOwn() {
    assertThat(ChildEnvironment.forWrap(OWN))
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("PATH", "/bin"),
                Map.entry("HOME", "/home/me"),
                Map.entry("LANG", "C"),
                Map.entry("LANGUAGE", "en"),
                Map.entry("LC_ALL", "C.UTF-8"),
                Map.entry("TZ", "UTC"),
                Map.entry("TMPDIR", "/t"),
                Map.entry("TMP", "/t"),
                Map.entry("TEMP", "/t"),
                Map.entry("API_KEY", "k"),
                Map.entry("BELAYED", "1"),
                Map.entry("BELAY_ROPE_1_2", "outer")));
    assertThat(ChildEnvironment.forWrap(OWN, Map.of("API_KEY", "other")))
        .containsEntry("API_KEY", "other");
  }

  @Test
  void aConfiguredChildGetsTheBasicsAndWhatConfigNames() {
    assertThat(ChildEnvironment.forConfig(OWN, Map.of("TOKEN", "${x}", "HOME", "/srv")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("PATH", "/bin"),
                Map.entry("HOME", "/srv"),
                Map.entry("LANG", "C"),
                Map.entry("LANGUAGE", "en"),
                Map.entry("LC_ALL", "C.UTF-8"),
                Map.entry("TZ", "UTC"),
                Map.entry("TMPDIR", "/t"),
                Map.entry("TMP", "/t"),
                Map.entry("TEMP", "/t"),
                Map.entry("TOKEN", "${x}"),
                Map.entry("BELAY_ROPE_1_2", "outer")));
  }
}
