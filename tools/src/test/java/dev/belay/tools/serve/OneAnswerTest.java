package dev.belay.tools.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.tools.declare.Hints;
import dev.belay.tools.declare.ToolBody;
import dev.belay.tools.declare.ToolOptions;
import dev.belay.tools.result.ErrorMode;
import dev.belay.tools.result.ToolResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("S4-34, S4-38: a call has exactly one of result and error, and neither is null")
@Claim({"S4-34", "S4-38"})
final class OneAnswerTest {
  private static Stream<ToolBody> bodies() {
    return Stream.of(
        _ -> "text",
        _ -> null,
        _ -> List.of(1, 2),
        _ -> ToolResult.error("it says so"),
        _ -> new byte[] {1},
        _ -> {
          throw new IllegalStateException("it threw");
        },
        _ -> {
          throw new AssertionError("it is wrong");
        });
  }

  static Stream<Arguments> calls() {
    return Stream.of(ErrorMode.values())
        .flatMap(mode -> bodies().map(body -> Arguments.of(mode, body)));
  }

  @ParameterizedTest(name = "{0}, [{index}]")
  @MethodSource("calls")
  void whateverAToolDoes(ErrorMode mode, ToolBody body) throws InterruptedException {
    var tool =
        Handmade.tool("t", new Hints(null, false, false, false, false), ToolOptions.NONE, body);
    try (var served = Handmade.served(mode, false, Duration.ofMinutes(1), tool)) {
      var client = TestClient.legacy(served.host(), "2025-11-25");

      var answer = JsonMapper.shared().readTree(client.call("1", "t", "{}").answer());
      assertThat(answer.has("result")).isNotEqualTo(answer.has("error"));
      assertThat(answer.path(answer.has("result") ? "result" : "error").isObject()).isTrue();
    }
  }
}
