package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.call.Limits;
import dev.belay.core.turn.ToolTimeouts.Silence;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("How long a tool of a turn may take")
final class ToolTimeoutsTest {
  private static Duration silence(ToolTimeouts timeouts, String tool) {
    return timeouts.of(tool).idleTimeout();
  }

  @Test
  @DisplayName("S1-20 … S1-26: what holds unless configured")
  void builtIn() {
    var timeouts = ToolTimeouts.DEFAULT;
    assertThat(silence(timeouts, "anything")).hasSeconds(120);
    assertThat(silence(timeouts, "exec")).isZero();
    assertThat(silence(timeouts, "sessions_ask")).isZero();
    assertThat(silence(timeouts, "sessions_spawn")).isZero();
    assertThat(silence(timeouts, "browser")).hasSeconds(180);
    assertThat(silence(timeouts, "web_fetch")).hasSeconds(60);
    assertThat(silence(timeouts, "web_search")).hasSeconds(60);
  }

  @Test
  @DisplayName("C7: zero is the tool's own business, and the total limit stays")
  void zeroKeepsTheTotal() {
    assertThat(ToolTimeouts.DEFAULT.of("exec")).isEqualTo(Limits.ofSeconds(1_800, 0));
  }

  @Test
  @Claim("S1-87")
  @DisplayName("S1-87: a configured entry beats a built-in one; the configured default does not")
  void configured() {
    var timeouts =
        new ToolTimeouts(
            Duration.ofSeconds(7),
            Map.of("exec", Duration.ofSeconds(30), "mine", Duration.ofSeconds(9)),
            Duration.ofSeconds(100));
    assertThat(silence(timeouts, "exec")).hasSeconds(30);
    assertThat(silence(timeouts, "mine")).hasSeconds(9);
    assertThat(silence(timeouts, "web_fetch")).hasSeconds(60);
    assertThat(silence(timeouts, "other")).hasSeconds(7);
    assertThat(silence(timeouts, "browser")).as("never longer than the whole").hasSeconds(100);
  }

  @Test
  @DisplayName("S1-21 … S1-26, C7: one of several servers has what holds for its bare name")
  void withItsServer() {
    var timeouts =
        new ToolTimeouts(
            Duration.ofSeconds(7),
            Map.of("web_fetch", Duration.ofSeconds(9), "web__web_search", Duration.ofSeconds(8)),
            Duration.ofSeconds(100));
    assertThat(timeouts.of("shell__exec", "exec").idleTimeout()).isZero();
    assertThat(timeouts.of("web__web_fetch", "web_fetch").idleTimeout()).hasSeconds(9);
    assertThat(timeouts.of("web__web_search", "web_search").idleTimeout()).hasSeconds(8);
    assertThat(timeouts.of("other__web_search", "web_search").idleTimeout()).hasSeconds(60);
    assertThat(timeouts.of("shell__list", "list").idleTimeout()).hasSeconds(7);
    assertThat(timeouts.of("exec", "web_fetch").idleTimeout())
        .as("what is built in for the very name counts more than the bare one's")
        .isZero();
  }

  @Test
  @DisplayName("C28: a caller's wish sets both limits, up to the total one")
  void wishes() {
    var timeouts = ToolTimeouts.DEFAULT;
    assertThat(timeouts.of("read", "read", Duration.ofSeconds(300), Silence.NONE))
        .isEqualTo(Limits.ofSeconds(300, 300));
    assertThat(timeouts.of("read", "read", Duration.ofHours(9), Silence.NONE))
        .isEqualTo(Limits.ofSeconds(1_800, 1_800));
    assertThat(timeouts.of("read", "read", Duration.ZERO, Silence.NONE))
        .isEqualTo(timeouts.of("read"));
  }

  @Test
  @DisplayName("ARC-D5: a glob's limit of silence holds in turns, before all but a caller's wish")
  void configuredByGlob() {
    var said = new Silence(Duration.ofSeconds(5), Duration.ofSeconds(300));
    assertThat(silence("read", said)).hasSeconds(5);
    assertThat(silence("exec", said)).hasSeconds(5);
    assertThat(silence("browser", said)).hasSeconds(5);
    assertThat(silence("read", new Silence(Duration.ZERO, null))).isZero();
    assertThat(ToolTimeouts.DEFAULT.of("exec", "exec", Duration.ofSeconds(9), said))
        .isEqualTo(Limits.ofSeconds(9, 9));
  }

  @Test
  @DisplayName(
      "ARC-D5, C7: a tool's own limit counts before the default, and backs an override of 0")
  void declared() {
    var said = new Silence(null, Duration.ofSeconds(300));
    assertThat(silence("read", said)).hasSeconds(300);
    assertThat(silence("exec", said)).as("left to the tool").hasSeconds(300);
    assertThat(silence("browser", said)).as("an override counts more").hasSeconds(180);
    assertThat(silence("exec", Silence.NONE)).isZero();
  }

  private static Duration silence(String tool, Silence said) {
    return ToolTimeouts.DEFAULT.of(tool, tool, Duration.ZERO, said).idleTimeout();
  }
}
