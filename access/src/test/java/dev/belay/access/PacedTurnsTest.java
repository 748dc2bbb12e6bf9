package dev.belay.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Rate;
import dev.belay.core.time.Simulation;
import dev.belay.http.route.Access;
import dev.belay.testbed.route.RouteAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("http.rate_limit: what a turn asks for counts as what MCP asks for does")
final class PacedTurnsTest {
  private static final String USE = "{\"id\":\"1\",\"name\":\"t\"}";

  private final List<String> begun = new ArrayList<>();
  private final RequestPace pace =
      new RequestPace(() -> new Rate(3, Duration.ofSeconds(30)), Refusals.NONE, new Simulation(1));
  private final Gatekeeper.PacedTurns turns =
      new Gatekeeper.PacedTurns((request, _) -> begun.add(new String(request.body(), UTF_8)), pace);

  /** {@return the status and when to ask again; empty if the turn begins} */
  private String post(String who, String body) throws InterruptedException {
    var request = Asked.request("POST", "/api/turns", null, body);
    var answer = RouteAnswer.by(turns, request.by(new Access.Known(who, Set.of())));
    return answer.headers.stream()
        .filter(header -> header.name().equals("Retry-After"))
        .map(header -> answer.status + " " + header.value())
        .collect(Collectors.joining());
  }

  @Test
  @DisplayName("each call of a turn, before any of them begins, and nobody else's")
  void calls() throws InterruptedException {
    var two = "{\"toolUses\":[" + USE + "," + USE + "]}";
    assertThat(post("ada", two)).isEmpty();
    assertThat(post("ada", two)).isEqualTo("429 10");
    assertThat(begun).as("all of a turn, or nothing").hasSize(1);
    assertThat(post("ada", "{\"toolUses\":[" + USE + "]}")).isEmpty();
    assertThat(post("bob", two)).isEmpty();
    assertThat(pace.refusal("ada", () -> 1)).as("by MCP as well").isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{}", "{\"toolUses\":7}", "{\"message\":\"hi\"}"})
  @DisplayName("what names no calls counts once, also where it is no turn")
  void once(String body) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      assertThat(post("ada", body)).isEmpty();
    }
    assertThat(post("ada", body)).isEqualTo("429 10");
  }
}
