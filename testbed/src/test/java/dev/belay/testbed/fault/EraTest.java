package dev.belay.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EraTest extends FaultyServerFixture {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  @ParameterizedTest
  @CsvSource({
    "2024-11-05,2024-11-05",
    "2025-03-26,2025-03-26",
    "2025-06-18,2025-06-18",
    "2025-11-25,2025-11-25",
    "1999-01-01,2025-11-25"
  })
  void aKnownRevisionIsEchoed(String asked, String agreed) throws InterruptedException {
    var client = puppet();
    assertThat(client.initialize(asked).at("result", "protocolVersion").text()).isEqualTo(agreed);
  }

  @Test
  void theLegacyEraKnowsNothingOfTheModernOne() throws InterruptedException {
    var client = puppet();
    client.initialize("2025-11-25");
    assertThat(client.ask("server/discover", "{}").at("error", "code").raw()).isEqualTo("-32601");
    assertThat(client.ask("ping", "{}").at("result").raw()).isEqualTo("{}");
    assertThat(client.ask("logging/setLevel", "{\"level\":\"info\"}").at("result").raw())
        .isEqualTo("{}");
    assertThat(client.ask("tools/list", "{}").at("result", "tools").items())
        .extracting(tool -> tool.at("name").text())
        .contains("echo", "hang", "spawn_and_hang");
  }

  @Test
  void theModernEraNeedsNoGreetingAndStampsItsResults() throws InterruptedException {
    var client = puppet("--era", "modern");
    var discovery = client.ask("server/discover", "{" + META + "}").at("result");
    assertThat(discovery.at("supportedVersions").raw()).isEqualTo("[\"2026-07-28\"]");

    var echo =
        client.ask(
            "tools/call", "{\"name\":\"echo\",\"arguments\":{\"text\":\"hi\"}," + META + "}");
    assertThat(text(echo)).isEqualTo("hi");
    assertThat(echo.at("result", "resultType").text()).isEqualTo("complete");

    assertThat(client.ask("tools/list", "{" + META + "}").at("result", "ttlMs").raw())
        .isEqualTo("0");
    assertThat(client.ask("ping", "{" + META + "}").at("error", "code").raw()).isEqualTo("-32601");
  }

  @Test
  void theModernEraTellsALegacyClientWhatItSpeaks() throws InterruptedException {
    var error = puppet("--era", "modern").initialize("2025-11-25").at("error");

    assertThat(error.at("code").raw()).isEqualTo("-32022");
    assertThat(error.at("data", "supported").raw()).isEqualTo("[\"2026-07-28\"]");
  }

  @Test
  void bothErasLiveInOneServer() throws InterruptedException {
    var client = puppet("--era", "both");
    client.initialize("2025-06-18");

    assertThat(client.call("echo", "{}").at("result", "resultType").present()).isFalse();
    assertThat(
            client
                .ask("tools/call", "{\"name\":\"echo\"," + META + "}")
                .at("result", "resultType")
                .present())
        .isTrue();
  }

  @Test
  void aModernServerAsksThroughItsResult() throws InterruptedException {
    var client = puppet("--era", "modern");
    var call = "{\"name\":\"ask\",\"arguments\":{\"method\":\"roots/list\"}," + META;
    var first = client.ask("tools/call", call + "}").at("result");
    assertThat(first.at("resultType").text()).isEqualTo("input_required");
    assertThat(first.at("inputRequests", "question", "method").text()).isEqualTo("roots/list");

    var second =
        client.ask("tools/call", call + ",\"inputResponses\":{\"question\":{\"roots\":[]}}}");
    assertThat(text(second)).isEqualTo("{\"roots\":[]}");
  }

  @Test
  void aModernListenerHearsOfChangesUntilItIsCancelled() throws InterruptedException {
    var client = puppet("--era", "modern");
    client.request(
        "\"L1\"",
        "subscriptions/listen",
        "{\"notifications\":{\"toolsListChanged\":true}," + META + "}");
    client.awaitMethod("notifications/subscriptions/acknowledged");
    client.ask("tools/call", "{\"name\":\"list_change\"," + META + "}");
    var change = client.awaitMethod("notifications/tools/list_changed");
    assertThat(change.at("params", "_meta", "io.modelcontextprotocol/subscriptionId").text())
        .isEqualTo("L1");

    client.cancel("\"L1\"");
    client.ask("tools/call", "{\"name\":\"list_change\"," + META + "}");
    assertThat(
            client.received(
                line -> line.at("method").text().equals("notifications/tools/list_changed")))
        .hasSize(1);
  }
}
