package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("MCP 2026-07-28: the modern era on stdio, and eras that do not match")
final class ModernTest extends Closing {
  private static final String META =
      "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}";
  private static final String PARAMS = "{\"_meta\":{" + META + "}}";

  @Test
  void aModernClientAndServerNeedNoOpening() throws InterruptedException {
    var rope = opened(StdioHarness.over("--era", "modern").start());
    rope.send("1", "echo", "{\"text\":\"first\"}", "{" + META + "}");
    var answer = rope.client().awaitResponse("1");
    assertThat(text(answer)).isEqualTo("first");
    assertThat(answer.at("result", "resultType").text()).isEqualTo("complete");
    assertThat(rope.client().ask("server/discover", PARAMS).at("result", "supportedVersions").raw())
        .isEqualTo("[\"2026-07-28\"]");
    assertThat(rope.client().ask("tools/list", PARAMS).at("result", "tools").items()).isNotEmpty();
  }

  @Test
  @DisplayName("A timed-out modern call is answered in the modern form")
  void aTimeOutIsAnsweredInTheModernForm() throws InterruptedException {
    var rope = opened(StdioHarness.over("--era", "modern").with("idle_timeout", "0.3").start());
    rope.send("1", "hang_honouring_cancel", "{}", "{" + META + "}");
    rope.awaitLog("call", "hang_honouring_cancel"::equals);
    // No further, or the grace could pass before it is waited for here.
    rope.time().advance(Duration.ofMillis(300));
    var answer = rope.client().awaitResponse("1");
    assertThat(text(answer)).startsWith("No progress for 0.3s");
    assertThat(answer.at("result", "resultType").text()).isEqualTo("complete");
    // Its sign of life comes before the grace passes.
    rope.awaitLog("recv", line -> line.contains("\"method\":\"server/discover\""), 2);
    assertThat(rope.client().ask("tools/list", PARAMS).at("result").present()).isTrue();
    rope.time().pass(Duration.ofSeconds(2));
    rope.await(() -> rope.stops().size() == 1, () -> "not stopped");
    assertThat(rope.stops()).as("asked in words of its era").containsExactly("told");
  }

  @Test
  @DisplayName("A subscription is acknowledged, told and ended under the client's own id")
  void aSubscriptionGoesUnderTheClientsId() throws InterruptedException {
    var rope = opened(StdioHarness.over("--era", "modern").start());
    rope.client().request("\"L\"", "subscriptions/listen", listen());
    var acknowledged = rope.client().awaitMethod("notifications/subscriptions/acknowledged");
    assertThat(subscription(acknowledged)).isEqualTo("\"L\"");
    rope.send("1", "list_change", "{}", "{" + META + "}");
    assertThat(subscription(rope.client().awaitMethod("notifications/tools/list_changed")))
        .isEqualTo("\"L\"");
    rope.client().awaitResponse("1");

    var own = rope.got("subscriptions/listen").getFirst().at("id").raw();
    rope.client().cancel("\"L\"");
    rope.awaitLog("cancelled", own::equals);
    rope.client().ask("tools/list", PARAMS);
    assertThat(rope.answers("\"L\"")).isEmpty();
    assertThat(rope.session().inFlight().all()).isEmpty();
  }

  @Test
  @DisplayName("After a crash a subscription goes on, and changed lists are told on it")
  void aSubscriptionOutlivesACrash() throws InterruptedException {
    var rope =
        opened(
            StdioHarness.over("--era", "modern").file("--tools-vary-by-restart", "starts").start());
    rope.client().ask("tools/list", PARAMS);
    rope.client().request("\"L\"", "subscriptions/listen", listen());
    rope.client().awaitMethod("notifications/subscriptions/acknowledged");
    rope.send("1", "crash", "{}", "{" + META + "}");
    rope.client().awaitResponse("1");

    assertThat(subscription(rope.client().awaitMethod("notifications/tools/list_changed")))
        .isEqualTo("\"L\"");
    rope.awaitLog("recv", line -> line.contains("subscriptions/listen"), 2);
    rope.send("2", "resource_change", "{\"uri\":\"file:///a\"}", "{" + META + "}");
    assertThat(subscription(rope.client().awaitMethod("notifications/resources/updated")))
        .isEqualTo("\"L\"");
    assertThat(
            rope.client()
                .received(m -> m.at("method").text().endsWith("subscriptions/acknowledged")))
        .hasSize(1);
  }

  private static String listen() {
    return "{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"file:///a\"]},\"_meta\":{"
        + META
        + "}}";
  }

  private static String subscription(Json message) {
    return message.at("params", "_meta", "io.modelcontextprotocol/subscriptionId").raw();
  }

  @Test
  @DisplayName("A client that asked for the modern era may go on in the legacy one")
  void aClientMayAskForOneEraAndOpenInTheOther() throws InterruptedException {
    var rope = opened(StdioHarness.over().start());
    rope.client().ask("server/discover", PARAMS);
    assertThat(rope.client().initialize("2025-06-18").at("result", "protocolVersion").text())
        .isEqualTo("2025-06-18");
    var answer = rope.client().call("echo", "{\"text\":\"legacy\"}");
    assertThat(text(answer)).isEqualTo("legacy");
    assertThat(answer.at("result", "resultType").present()).isFalse();
  }

  @Test
  @DisplayName("A server that ends while it is asked for its era has said nothing about it")
  void anEndedServerSaysNothingAboutItsEra() throws InterruptedException {
    var rope = opened(StdioHarness.over("--era", "modern", "--exit-at-start", "5").start());
    for (int id = 1; id <= 3; id++) {
      rope.send("" + id, "echo", "{}", "{" + META + "}");
      assertThat(rope.client().awaitResponse("" + id).raw())
          .contains("exit code 5")
          .doesNotContain("legacy");
    }
  }

  @Tag("process")
  @Test
  @DisplayName(
      "P6: a modern request that waits for the verdict can be taken back, and its id is taken")
  void aWaitingModernRequestCanBeCancelled() throws InterruptedException {
    var rope = opened(ServerProcesses.over().command("/bin/sh", "-c", SLOW_MODERN).start());
    rope.send("1", "x", "{}", "{" + META + "}");
    rope.send("1", "x", "{}", "{" + META + "}");
    assertThat(rope.client().awaitResponse("null").at("error", "code").raw()).isEqualTo("-32600");
    rope.client().cancel("1");
    rope.client().notify("notifications/go", "{}");
    rope.client().awaitMethod("notifications/answered");
    rope.client().notify("notifications/last", "{}");
    assertThat(rope.client().awaitMethod("notifications/seen").raw())
        .as("what the server got first after its verdict")
        .contains("notifications/seen");
    assertThat(rope.answers("1")).isEmpty();
  }

  /** Answers server/discover only when it is told to, and repeats what comes after that. */
  private static final String SLOW_MODERN =
      """
      read discover
      read go
      echo '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}'
      echo '{"jsonrpc":"2.0","method":"notifications/answered","params":{}}'
      read next
      echo "$next" | sed 's,notifications/last,notifications/seen,'
      cat > /dev/null
      """;
}
