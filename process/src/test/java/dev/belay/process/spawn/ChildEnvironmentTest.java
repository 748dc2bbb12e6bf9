package dev.belay.process.spawn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The environment of a child. */
class ChildEnvironmentTest {
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

  @Test
  void aWrappedChildGetsAllButBelaysOwn() {
    var others = new HashMap<>(OWN);
    others.remove("BELAY_MCP_TIMEOUT");
    assertThat(ChildEnvironment.forWrap(OWN, Map.of())).isEqualTo(others);
    assertThat(ChildEnvironment.forWrap(OWN, Map.of("API_KEY", "other")))
        .containsEntry("API_KEY", "other");
  }

  @Test
  void aConfiguredChildGetsTheBasicsAndWhatConfigNames() {
    var basics = new HashMap<>(OWN);
    basics.keySet().removeAll(Set.of("API_KEY", "BELAYED", "BELAY_MCP_TIMEOUT"));
    basics.putAll(Map.of("TOKEN", "${x}", "HOME", "/srv"));
    assertThat(ChildEnvironment.forConfig(OWN, Map.of("TOKEN", "${x}", "HOME", "/srv")))
        .isEqualTo(basics);
  }
}
