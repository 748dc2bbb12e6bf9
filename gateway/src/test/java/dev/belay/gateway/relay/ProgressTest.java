package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A client that asks for progress gets it, rising, bounded, and never too late")
final class ProgressTest extends Closing {
  @ParameterizedTest
  @ValueSource(strings = {"\"a token\"", "17", "\"17\"", "0"})
  @DisplayName("C16: progress comes under the client's own token, string or number as it was")
  void progressComesUnderTheClientsToken(String token) throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.send("1", "progress", "{\"steps\":3,\"everyMs\":0}", "{\"progressToken\":" + token + "}");
    assertThat(text(rope.client().awaitResponse("1"))).isEqualTo("done");

    var own = rope.upstreamCalls("progress").getFirst().at("id").raw();
    assertThat(rope.progress(token))
        .extracting(Json::raw)
        // One may be overtaken by the next before it is written, but never the last.
        .isSubsetOf(step(token, 1), step(token, 2), step(token, 3))
        .endsWith(step(token, 3));
    assertThat(own).isNotEqualTo(token);
  }

  private static String step(String token, int step) {
    return ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{"
            + "\"progressToken\":%s,\"progress\":%d,\"total\":3,\"message\":\"step %d of 3\"}}")
        .formatted(token, step, step);
  }

  @Test
  @DisplayName("S3-16…S3-21, C16: keep-alives fill silence, and all values strictly increase")
  void keepAlivesAndProgressRiseTogether() throws IOException, InterruptedException {
    var rope =
        opened(
            StdioHarness.over()
                .mcp("keep_alive_first", "0.1")
                .mcp("keep_alive_interval", "0.1")
                .initialized());
    var gate = rope.gate();
    rope.send(
        "1",
        "progress",
        "{\"steps\":4,\"everyMs\":450,\"until\":%s}".formatted(Json.quote(gate.file().toString())),
        "{\"progressToken\":1}");
    rope.pass(() -> !rope.progress("1").isEmpty(), () -> "no keep-alive");
    gate.open();
    for (int step = 1; step <= 4; step++) {
      rope.time().pass(Duration.ofMillis(450));
      // The clock stands still, so no keep-alive takes the place of a step that is not written yet.
      var told = "step " + step + " of 4";
      Patience.await(
          () -> rope.progress("1").stream().anyMatch(message -> message.raw().contains(told)),
          () -> "no " + told);
    }
    assertThat(text(rope.passUntilResponse("1"))).isEqualTo("done");

    var all = rope.progress("1");
    assertThat(rising(all)).isTrue();
    assertThat(all)
        .extracting(message -> message.at("params", "message").text())
        .allMatch(text -> text.matches("step [1-4] of 4|Still running, .*"))
        .contains("step 1 of 4", "step 2 of 4", "step 3 of 4", "step 4 of 4")
        .first()
        .asString()
        .startsWith("Still running, ");
    assertThat(all.getFirst().at("params", "total").present())
        .as("unknown totals are left out")
        .isFalse();
    assertNothingAfterTheResponse(rope, "1", "1");
  }

  @Test
  @DisplayName("C17: keep-alives are no heartbeats: a silent call ends at its idle limit")
  void keepAlivesDoNotRenewTheIdleLimit() throws InterruptedException {
    var rope =
        opened(
            StdioHarness.over()
                .with("idle_timeout", "2")
                .mcp("keep_alive_first", "0.1")
                .mcp("keep_alive_interval", "0.1")
                .initialized());
    rope.send("1", "hang_honouring_cancel", "{}", "{\"progressToken\":\"t\"}");
    assertThat(text(rope.passUntilResponse("1"))).startsWith("No progress for 2s");
    assertThat(rope.progress("\"t\"")).isNotEmpty();
    assertNothingAfterTheResponse(rope, "1", "\"t\"");
  }

  @Test
  @DisplayName("Also what is only passed through gets its progress, under the client's token")
  void aPassedRequestHasKeepAlivesToo() throws InterruptedException {
    var rope =
        opened(
            StdioHarness.over("--slow-start", "700")
                .mcp("keep_alive_first", "0.1")
                .mcp("keep_alive_interval", "0.1")
                .start());
    rope.client()
        .request(
            "1",
            "initialize",
            "{\"protocolVersion\":\"2025-11-25\",\"_meta\":{\"progressToken\":\"t\"}}");
    rope.pass(() -> !rope.progress("\"t\"").isEmpty(), () -> "no keep-alive");
    rope.passUntilResponse("1");
    assertThat(rope.progress("\"t\"")).isNotEmpty();
    var sent = rope.got("initialize").getFirst();
    assertThat(sent.at("params", "_meta", "progressToken")).isEqualTo(sent.at("id"));
  }

  private static void assertNothingAfterTheResponse(StdioHarness rope, String id, String token)
      throws InterruptedException {
    rope.settle();
    var messages = rope.client().received(_ -> true);
    int answer = messages.indexOf(rope.answers(id).getFirst());
    assertThat(messages.subList(answer, messages.size()))
        .noneMatch(message -> message.at("params", "progressToken").raw().equals(token));
  }

  private static boolean rising(List<Json> progress) {
    var values =
        progress.stream()
            .map(message -> new BigDecimal(message.at("params", "progress").raw()))
            .toList();
    for (int i = 1; i < values.size(); i++) {
      if (values.get(i).compareTo(values.get(i - 1)) <= 0) {
        return false;
      }
    }
    return true;
  }
}
