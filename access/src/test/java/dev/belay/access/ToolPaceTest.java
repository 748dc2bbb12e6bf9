package dev.belay.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Rate;
import dev.belay.core.time.HandTime;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.session.TooSoon;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("tools.GLOB.rate_limit: a principal's calls of one tool, whatever the door")
final class ToolPaceTest {
  private static final Rate SLOW = new Rate(1, Duration.ofSeconds(10));

  private final HandTime time = new HandTime();
  private final List<String> turnedAway = new ArrayList<>();
  private final ToolPace pace =
      new ToolPace((what, who, why) -> turnedAway.add(what + " " + who + ": " + why), time);

  private @Nullable TooSoon refusal(String principal, String server, String tool, String more) {
    var pause = pace.refusal(principal, server, tool, SLOW);
    return pause == null ? null : pause.of(call("{\"name\":\"" + tool + "\"" + more + "}"));
  }

  private TooSoon refused(String more) {
    return Objects.requireNonNull(refusal("ada", "files", "slow", more));
  }

  private static Envelope call(String params) {
    try {
      var json =
          "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":" + params + "}";
      return Envelope.parse(json.getBytes(UTF_8), Bounds.DEFAULT);
    } catch (MalformedEnvelope e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void eachToolOfEachServerHasItsOwnForEachPrincipal() {
    for (var principal : List.of("ada", "bob")) {
      for (var server : List.of("files", "docs")) {
        assertThat(refusal(principal, server, "slow", "")).isNull();
        assertThat(refusal(principal, server, "slower", "")).isNull();
      }
    }
    assertThat(turnedAway).isEmpty();
    assertThat(refusal("ada", "files", "slow", "")).isNotNull();
    assertThat(turnedAway)
        .containsExactly("rate ada: The tool \"slow\" is called too often. Call it again in 10s.");
    time.advance(Duration.ofSeconds(10));
    assertThat(refusal("ada", "files", "slow", "")).isNull();
  }

  @Test
  void withoutARateNothingIsCounted() {
    for (int i = 0; i < 3; i++) {
      assertThat(pace.refusal("ada", "files", "slow", Rate.NONE)).isNull();
    }
    assertThat(refusal("ada", "files", "slow", "")).isNull();
  }

  @Test
  @DisplayName("Where there is no status, it is a tool's result, which a model can act on")
  void overStdioItIsAResult() {
    assertThat(refusal("ada", "files", "slow", "")).isNull();
    var modern = ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";
    var text =
        "{\"type\":\"text\",\"text\":"
            + "\"The tool \\\"slow\\\" is called too often. Call it again in 10s.\"}";
    var rest =
        "\"content\":["
            + text
            + "],\"isError\":true,\"_meta\":{\"dev.belay/outcome\":{\"outcome\":\"refused\","
            + "\"detail\":\"rate limit\"}}}}";
    assertThat(new String(refused("").answer(), UTF_8))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{" + rest);
    assertThat(new String(refused(modern).answer(), UTF_8))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"resultType\":\"complete\"," + rest);
  }

  @Test
  void aDoorWithAStatusIsToldWhenTheNextMayCome() {
    assertThat(refusal("ada", "files", "slow", "")).isNull();
    time.advance(Duration.ofMillis(8_500));
    var refused = refused("");
    assertThat(refused.again()).isEqualTo(Duration.ofMillis(1_500));
    assertThat(refused.seconds()).isEqualTo(2);
    assertThat(new String(refused.error(429), UTF_8))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":429,\"message\":\"The tool"
                + " \\\"slow\\\" is called too often. Call it again in 1.5s.\"}}");
  }
}
