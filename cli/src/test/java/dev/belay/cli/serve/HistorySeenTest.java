package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("What has run behind belay serve, and by which configuration, can be seen over HTTP")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class HistorySeenTest {
  private final Traffic traffic = new Traffic();

  private HttpAnswer get(ScriptedHttpClient client, String path) {
    return traffic.send(client, client.bare("GET").to(path));
  }

  private Json json(ScriptedHttpClient client, String path) throws InterruptedException {
    var answer = get(client, path);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return Json.parse(answer.body());
  }

  @Test
  @DisplayName("A call that was cancelled has its row and its story, as they are published")
  void history() throws IOException, InterruptedException {
    try (var served = Serve.process().auth("{\"mode\":\"none\"}").start()) {
      var client = served.legacy();
      var hanging = served.hang(client, "1");
      var id = json(client, "/api/calls").at("calls").items().getFirst().at("id").text();
      var running = json(client, "/api/history/" + id);
      assertThat(running.at("outcome").raw()).isEqualTo("null");
      assertThat(json(client, "/api/history").at("calls").items()).isEmpty();
      var cancel = client.bare("POST").to("/api/calls/" + id + "/cancel");
      assertThat(client.send(cancel.withBody("{\"reason\":\"wrong folder\"}")).status())
          .isEqualTo(200);
      var _ = hanging.answer().body();
      // Its client is answered first; what its stop did is entered when that is over.
      var story = "/api/history/" + id;
      Patience.await(
          () -> !json(client, story).at("stopped").text().isEmpty(),
          () -> "no stop of " + id + " is told");
      var row = json(client, "/api/history?outcome=cancelled&q=FOLDER").at("calls").items();
      assertThat(row).hasSize(1);
      assertThat(row.getFirst().at("tool").text()).isEqualTo("hang_honouring_cancel");
      assertThat(row.getFirst().at("detail").text()).isEqualTo("user");
      assertThat(row.getFirst().at("stopped").text()).isEqualTo("told");
      assertThat(json(client, story).at("events").items())
          .extracting(event -> event.at("event").text())
          .containsSubsequence("accepted", "running", "settled", "stopped");
      assertThat(get(client, "/api/history/none").status()).isEqualTo(404);
      assertThat(get(client, "/api/history?limit=0").status()).isEqualTo(400);
      traffic.assertIsAs(Published.by(client));
    }
  }

  @Test
  @DisplayName("The tools that a list has had are there with their limits, also after a reload")
  void config() throws IOException, InterruptedException {
    var serve =
        Serve.process()
            .auth("{\"mode\":\"none\"}")
            .mcp("tools_list", "{\"wait_ms\":60000}")
            .and("other");
    try (var served = serve.start()) {
      var client = served.modern();
      var _ = client.request("1", "tools/list", "{}").awaitEnd();
      var echo = echo(json(client, "/api/config"));
      assertThat(echo.at("name").text()).isEqualTo("faulty__echo");
      assertThat(echo.at("timeout_s").raw()).isEqualTo("1800");
      assertThat(echo.at("timeout_origin").text()).isEqualTo("default");
      assertThat(Integer.parseInt(echo.at("definition_bytes").raw())).isGreaterThan(40);
      served.replace(serve.tool("faulty__echo", "{\"timeout\":9}").settings());
      var changed = json(client, "/api/config");
      assertThat(echo(changed).at("timeout_s").raw()).isEqualTo("9");
      assertThat(echo(changed).at("timeout_lever").text())
          .isEqualTo("tools.\"faulty__echo\".timeout");
      assertThat(changed.at("values").raw()).contains("tools.\\\"faulty__echo\\\".timeout");
      traffic.assertIsAs(Published.by(client));
    }
  }

  private static Json echo(Json config) {
    return config.at("tools").items().stream()
        .filter(tool ->
            tool.at("server").text().equals("faulty") && tool.at("tool").text().equals("echo"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("The configuration is for admins alone; the history has one's own calls")
  void principals() throws IOException, InterruptedException {
    var token = "adas-token-0123456789";
    var serve =
        Serve.process()
            .outside("BELAY_TOKENS", "ada: " + token + "\nbob: bobs-token-0123456789\n")
            .auth("{\"tokens\":{\"env\":\"BELAY_TOKENS\"}}");
    try (var served = serve.start()) {
      var ada = served.modern().always("Authorization", "Bearer " + token);
      var bob = served.modern().always("Authorization", "Bearer bobs-token-0123456789");
      var _ = call(ada, "1", "echo", "{\"text\":\"one\"}").awaitEnd();
      assertThat(get(ada, "/api/config").status()).isEqualTo(403);
      var own = json(ada, "/api/history").at("calls").items();
      assertThat(own).hasSize(1);
      assertThat(json(bob, "/api/history").at("calls").items()).isEmpty();
      assertThat(get(bob, "/api/history/" + own.getFirst().at("id").text()).status())
          .isEqualTo(404);
      assertThat(get(served.modern(), "/api/history").status()).isEqualTo(401);
      traffic.assertIsAs(Published.by(ada));
    }
  }
}
